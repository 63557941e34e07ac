/**
 * `log-forwarder`, `order_id` or `AWS_EVENTBRIDGE` as `LogForwarder`, `OrderId`, `AwsEventbridge`.
 * @param {string} text
 */
export function pascalCase(text) {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map(word => capitalised(/^[A-Z0-9]+$/.test(word) ? word.toLowerCase() : word))
    .join("");
}

/** `mongodb-atlas` as `mongodbAtlas`. @param {string} text */
export function camelCase(text) {
  const pascal = pascalCase(text);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
}

/** Name of one element of a list or map: `roles` gives `role`. @param {string} word */
export function singular(word) {
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

/** A property name, quoted where it must be. @param {string} key */
export function propertyName(key) {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

/** `a, b and c`, or with another word before the last. @param {readonly string[]} words @param {"and" | "or"} [word] */
export function listed(words, word = "and") {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${word} ${words.at(-1)}`;
}

/** First letter in upper case. @param {string} text */
export function capitalised(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A noun with its indefinite article. @param {string} noun */
export function withArticle(noun) {
  return `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
}
