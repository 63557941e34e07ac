import { quote } from "./shell.mjs";

const timeoutMs = 30_000;

/**
 * A function that an app offers for a try.
 * @typedef {{function: string, arguments: unknown[]}} Try
 */

/**
 * Calls a function of a deployed app as an app's client does: asks where the app is, logs in anonymously, calls.
 * @param {string} serviceUrl
 * @param {string} clientAppId
 * @param {Try} example
 * @returns {Promise<{clientUrl: string, answer: string}>}
 */
export async function callAsClient(serviceUrl, clientAppId, example) {
  const path = `/api/client/v2.0/app/${encodeURIComponent(clientAppId)}`;
  const location = await request("finding the app", `${serviceUrl}${path}/location`);
  const clientUrl = `${JSON.parse(location).hostname}${path}`;
  const session = await request(
    "logging in anonymously",
    `${clientUrl}/auth/providers/anon-user/login`,
    {},
    {},
  );
  const answer = await request(
    `calling function ${example.function}`,
    `${clientUrl}/functions/call`,
    { name: example.function, arguments: example.arguments },
    { Authorization: `Bearer ${JSON.parse(session).access_token}` },
  );
  return { clientUrl, answer };
}

/**
 * One line for a POSIX shell that does the same; it needs curl and sed only.
 * @param {string} clientUrl
 * @param {Try} example
 */
export function curlLine(clientUrl, example) {
  const json = `-H 'Content-Type: application/json'`;
  const token = `curl -s ${quote(`${clientUrl}/auth/providers/anon-user/login`)} ${json} -d '{}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/'`;
  const body = JSON.stringify({ name: example.function, arguments: example.arguments });
  return `curl -s ${quote(`${clientUrl}/functions/call`)} ${json} -H "Authorization: Bearer $(${token})" -d ${quote(body)}`;
}

/**
 * @param {string} what for the error
 * @param {string} url
 * @param {unknown} [body] makes it a POST
 * @param {Record<string, string>} [headers]
 */
async function request(what, url, body, headers) {
  const signal = AbortSignal.timeout(timeoutMs);
  const init =
    body === undefined
      ? { signal }
      : {
          signal,
          method: "POST",
          headers: { "Content-Type": "application/json", ...headers },
          body: JSON.stringify(body),
        };
  const answer = await fetch(url, init).catch(error => {
    throw new Error(
      `The app is deployed, but ${what} failed: ${url}: ${error.cause?.message ?? error.message}`,
    );
  });
  const text = await answer.text();
  if (!answer.ok)
    throw new Error(`The app is deployed, but ${what} failed: ${url} answered ${answer.status} ${text}`);
  return text;
}
