import { ApiError } from "../http/api-error";

/** Says that a deployment ended with the status `failed`, which is no error of the request. */
export class FailedDeployment extends ApiError {
  /** @param text every object and field that is wrong */
  constructor(text: string) {
    super("InvalidParameter", text);
  }
}
