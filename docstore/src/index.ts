import "./node-version.js";

export { type Docstore, type DocstoreOptions, startDocstore } from "./docstore.js";
export { DataFolderLockedError, DocstoreError } from "./errors.js";
export type { ListenAddress } from "./wire/listener.js";
