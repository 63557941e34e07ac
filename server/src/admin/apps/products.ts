import { ApiError } from "../../http/api-error";

const products = ["standard", "vendor", "data-api", "device-sync"] as const;

/** Word that existing clients send for a product of the specification. */
const aliases: Readonly<Record<string, string>> = { atlas: "vendor" };

/**
 * Reads the query parameter `product`: one name or a comma-separated list.
 *
 * @returns `["standard"]` when it is not given
 * @throws ApiError `InvalidParameter`
 */
export function productsOf(query: unknown): string[] {
  if (query === undefined || query === "") return ["standard"];
  return String(query)
    .split(",")
    .map(word => {
      const name = aliases[word.trim()] ?? word.trim();
      if (products.some(known => known === name)) return name;
      throw new ApiError(
        "InvalidParameter",
        `product: must be one of ${products.join(", ")}; got "${word.trim()}"`,
      );
    });
}
