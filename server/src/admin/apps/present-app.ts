import type { AppDocument } from "./app-document";

/** An app as clients read it (specification 1 §2.1). */
export function presentApp(app: AppDocument) {
  const { _id, group_id, domain_id, client_app_id, name, provider_region, location, deployment_model } = app;
  const { environment, template_id, last_used, last_modified, product } = app;
  return {
    _id,
    group_id,
    domain_id,
    client_app_id,
    name,
    provider_region,
    location,
    deployment_model,
    environment,
    template_id,
    last_used,
    last_modified,
    product,
  };
}
