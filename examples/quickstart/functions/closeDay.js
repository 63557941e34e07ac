// Runs every evening.
exports = function closeDay() {
  console.log(`closed the books of ${new Date().toISOString().slice(0, 10)}`);
};
