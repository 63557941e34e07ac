// What an order costs.
exports = function orderTotal(lines) {
  const { name, taxPercent } = context.values.get("currency");
  const items = lines.reduce((sum, line) => sum + line.count, 0);
  const net = lines.reduce((sum, line) => sum + line.price * line.count, 0);
  const total = Math.round(net * (100 + taxPercent)) / 100;
  return `${items} items cost ${total.toFixed(2)} ${name}`;
};
