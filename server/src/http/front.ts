import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import { ApiError } from "./api-error";
import { answerDirectly } from "./direct-answer";
import { Listener } from "./listener";

/** What answers every request that the front does not answer itself. */
export interface Application {
  readonly handle: RequestListener;
  close(): Promise<void>;
}

interface FrontParts {
  readonly log: Logger;
  /** Answers that need no application, by path. */
  readonly status: ReadonlyMap<string, () => Promise<object>>;
  /** Builds the application; called again when it failed. */
  readonly load: () => Promise<Application>;
}

/** When the application is loaded although nobody has asked for it: what it sweeps must not wait for ever. */
const latestLoadMs = 60_000;

/**
 * Where requests arrive. It is ready early: it answers for the service's health itself, and loads the application,
 * which is most of what there is to load, with the first request that needs it.
 */
export class Front {
  readonly #listener = new Listener((request, response) => void this.#answer(request, response));
  readonly #opened: Promise<void>;
  #settle: { readonly open: () => void; readonly refuse: (error: ApiError) => void } | undefined;
  #application: Promise<Application> | undefined;
  #latestLoad: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(private readonly parts: FrontParts) {
    this.#opened = new Promise((open, refuse) => {
      this.#settle = { open, refuse };
    });
    this.#opened.catch(() => undefined);
  }

  /** Takes the address. Requests may come, and wait. */
  listen(host: string, port: number): Promise<AddressInfo> {
    return this.#listener.listen(host, port);
  }

  /** From now on requests are answered. */
  open(): void {
    this.#settle?.open();
    this.#latestLoad = setTimeout(() => {
      this.#load().catch(error =>
        this.parts.log.error({ err: error }, "the application could not be loaded"),
      );
    }, latestLoadMs).unref();
  }

  /** Answers the requests that have begun and refuses others, then closes the application. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#latestLoad);
    // Those that still wait: the start has failed.
    this.#settle?.refuse(stopping());
    await this.#listener.close();
    const application = await this.#application?.catch(() => undefined);
    await application?.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const directly = (produce: () => Promise<object>) =>
      answerDirectly({ log: this.parts.log, request, response }, produce);
    try {
      if (this.#isClosing) throw stopping();
      await this.#opened;
      const status = this.#statusFor(request);
      if (status !== undefined) await directly(status);
      else (await this.#load()).handle(request, response);
    } catch (error) {
      await directly(() => Promise.reject(error));
    }
  }

  #statusFor({ method, url = "" }: IncomingMessage): (() => Promise<object>) | undefined {
    if (method !== "GET" && method !== "HEAD") return undefined;
    return this.parts.status.get(url.replace(/\/?(\?.*)?$/, ""));
  }

  #load(): Promise<Application> {
    this.#application ??= this.parts.load().catch(error => {
      this.#application = undefined;
      throw error;
    });
    return this.#application;
  }
}

function stopping(): ApiError {
  return new ApiError("InternalServerError", "the service is stopping; try again", { status: 503 });
}
