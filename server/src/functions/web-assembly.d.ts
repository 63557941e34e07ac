/** The part of the WebAssembly API that Node has and its type package does not declare. */
declare namespace WebAssembly {
  class Module {
    private readonly brand: never;
  }
  class Memory {
    constructor(descriptor: { initial: number; maximum: number });
    readonly buffer: ArrayBuffer;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}
