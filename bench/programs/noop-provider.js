// A dynamic provider that does nothing: what the engine itself costs.
const { randomBytes } = require("node:crypto");

exports.check = async (_olds, news) => ({ inputs: news });
exports.diff = async (_id, olds, news) => ({
  changes: JSON.stringify(olds.value) !== JSON.stringify(news.value),
});
exports.create = async inputs => ({ id: randomBytes(12).toString("hex"), outs: inputs });
exports.update = async (_id, _olds, news) => ({ outs: news });
exports.read = async (id, props) => ({ id, props });
exports.delete = async () => undefined;
