// Runs for each order that becomes paid; the carrier's key never leaves the service.
exports = function shipOrder(change) {
  const key = context.values.get("carrierKey");
  console.log(`shipping order ${change.documentKey._id} with a key of ${key.length} characters`);
};
