/** Options of one call. */
export interface CallOptions {
  /** Ends the call, whatever it is waiting for. */
  readonly signal?: AbortSignal;
}

/** How to reach a service. */
export interface ClientOptions {
  /** Base address, for example `http://127.0.0.1:9090`; a path prefix is kept. */
  readonly url: string;
  /** Public key of a programmatic API key pair. */
  readonly publicKey: string;
  /** Private key of the pair; never part of a message. */
  readonly privateKey: string;
  /** Project; default: the only one that the key pair belongs to. */
  readonly groupId?: string;
  /** Time allowed for one attempt, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number;
  /** Attempts after the first for requests that are safe to repeat. Default: 3. */
  readonly retries?: number;
  /** Aborts every request of the client. */
  readonly signal?: AbortSignal;
}
