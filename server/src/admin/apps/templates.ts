import { nearest } from "@appstead/sdk";
import { ApiError } from "../../http/api-error";

/** Ids of the template apps (specification 2 §2.4). */
const templateIds = [
  "flex-sync-guides.add-collaborators",
  "flex-sync-guides.restricted-feed",
  "flex-sync-guides.tiered",
  "cpp.todo.flex",
  "flutter.todo.flex",
  "kotlin.todo.flex",
  "maui.todo.flex",
  "react-native.todo.flex",
  "swiftui.todo.flex",
  "sync.todo",
  "triggers",
  "web.mql.todo",
  "web.data-api.todo",
] as const;

/** @throws ApiError `InvalidParameter` that names the nearest template */
export function checkTemplateId(id: string): void {
  if (templateIds.some(known => known === id)) return;
  const hint = nearest(id, templateIds);
  throw new ApiError(
    "InvalidParameter",
    `template_id: unknown template "${id}"${hint ? `, did you mean "${hint}"?` : ""}`,
  );
}
