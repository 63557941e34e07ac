/** The base of every error that this package throws to its host. */
export class DocstoreError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Another process, or another instance in this process, holds the data folder. */
export class DataFolderLockedError extends DocstoreError {
  constructor(
    readonly path: string,
    options?: ErrorOptions,
  ) {
    super(
      `The data folder is in use by another process: ${path}. Stop that process, or choose another folder.`,
      options,
    );
  }
}
