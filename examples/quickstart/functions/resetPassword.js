// Decides whether a password may be reset; this shop asks people to come to the counter.
exports = function resetPassword() {
  return { status: "fail" };
};
