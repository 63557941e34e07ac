import type { ConfigStore, ConfigView, Scope } from "../../config/config-store";

/** Where one request works: whose view of which app, below which object. */
export class Place {
  #view: Promise<ConfigView> | undefined;

  constructor(
    private readonly config: Pick<ConfigStore, "view">,
    readonly scope: Scope,
    readonly parentId?: string,
  ) {}

  /** The configuration as the user sees it; read once. */
  view(): Promise<ConfigView> {
    this.#view ??= this.config.view(this.scope);
    return this.#view;
  }

  /** Forgets what was read, because something was written or the request had to wait. */
  refresh(): void {
    this.#view = undefined;
  }
}
