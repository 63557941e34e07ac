// What an order costs: called by clients, and by placeOrder.
exports = function orderTotal(lines) {
  const { name, taxPercent } = context.values.get("currency");
  const net = lines.reduce((sum, line) => sum + line.price * line.count, 0);
  const total = Math.round(net * (100 + taxPercent)) / 100;
  return `${lines.length} lines cost ${total.toFixed(2)} ${name}`;
};
