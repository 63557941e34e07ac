import type { ConfigStore, ConfigView, Edit, Scope } from "../../config/config-store";

/** Where one request works: whose view of which app, below which object. */
export class Place {
  #view: Promise<ConfigView> | undefined;

  constructor(
    private readonly config: Pick<ConfigStore, "view" | "apply">,
    readonly scope: Scope,
    readonly parentId?: string,
  ) {}

  /** The configuration as the user sees it; read once. */
  view(): Promise<ConfigView> {
    this.#view ??= this.config.view(this.scope);
    return this.#view;
  }

  /** Forgets what was read, because the request had to wait. */
  refresh(): void {
    this.#view = undefined;
  }

  /** Writes as the one who saw {@link view}; what is seen from then on has the edits. */
  async apply(edits: readonly Edit[]): Promise<ConfigView> {
    const view = await this.config.apply(this.scope, edits, await this.view());
    this.#view = Promise.resolve(view);
    return view;
  }
}
