// Runs after each first log-in.
exports = function greetCustomer(event) {
  console.log(`welcome, customer ${event.user.id}`);
};
