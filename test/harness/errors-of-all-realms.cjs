// Jest runs tests in a realm of their own, where errors of Node's modules are no instances of the realm's `Error`.
// In production there is one realm: `instanceof Error` then holds for them, and here it must too.
const { isNativeError } = require("node:util").types;

const inherited = Function.prototype[Symbol.hasInstance];

Object.defineProperty(Error, Symbol.hasInstance, {
  value(candidate) {
    return inherited.call(this, candidate) || (this === Error && isNativeError(candidate));
  },
});
