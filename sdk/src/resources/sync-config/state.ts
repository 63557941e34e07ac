import { z } from "zod";
import { field } from "../../definition/traits";

/** Whether sync runs; a fresh field for each variant. */
export const stateField = () =>
  field(z.enum(["enabled", "disabled"]), {
    description: "Whether sync runs or is paused.",
    source: "2 §2.2",
  });
