/** `log-forwarder`, `order_id` or `AWS_EVENTBRIDGE` as `LogForwarder`, `OrderId`, `AwsEventbridge`. */
export function pascalCase(text) {
  return text
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map(word =>
      /^[A-Z0-9]+$/.test(word)
        ? word[0] + word.slice(1).toLowerCase()
        : word[0].toUpperCase() + word.slice(1),
    )
    .join("");
}

/** `mongodb-atlas` as `mongodbAtlas`. */
export function camelCase(text) {
  const pascal = pascalCase(text);
  return pascal[0].toLowerCase() + pascal.slice(1);
}

/** Name of one element of a list or map: `roles` gives `role`. */
export function singular(word) {
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

/** A property name, quoted where it must be. */
export function propertyName(key) {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

/** `a, b and c`. */
export function listed(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** First letter in upper case. */
export function capitalised(text) {
  return text[0].toUpperCase() + text.slice(1);
}

/** A noun with its indefinite article. */
export function withArticle(noun) {
  return `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
}
