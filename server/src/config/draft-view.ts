import type { OpenDraft } from "./drafts";
import type { KindCatalog } from "./kind-catalog";
import { ObjectView } from "./object-view";
import type { Overlay } from "./overlay";
import type { Source } from "./source";

/** What a draft was like when it was read. */
export interface SeenDraft {
  readonly open: OpenDraft;
  /** What is deployed. */
  readonly base: Source;
  /** What the draft changes; not to be modified. */
  readonly overlay: Overlay;
}

/** A view through a draft. */
export class DraftView extends ObjectView {
  constructor(
    catalog: KindCatalog,
    readonly seen: SeenDraft,
  ) {
    super(catalog, seen.overlay.over(seen.base), seen.open.draft._id);
  }
}
