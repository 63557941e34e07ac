import { Doc, type Value } from "../bson/value.js";
import type { ElemMatchNode, Filter, FilterNode, MatchPosition, Variables } from "./filter-node.js";
import { parseFilter } from "./filter-parse.js";
import { someAtPath } from "./path.js";

export function compileFilter(filter: Doc, variables?: Variables): Filter {
  const root = parseFilter(filter, variables);
  return { root, matches: (doc, position) => matchDocument(root, doc, position) };
}

export function matchDocument(node: FilterNode, doc: Doc, position?: MatchPosition): boolean {
  switch (node.kind) {
    case "and":
      return node.children.every(child => matchDocument(child, doc, position));
    case "or":
      return node.children.some(child => matchDocument(child, doc, position));
    case "nor":
      return !node.children.some(child => matchDocument(child, doc));
    case "not":
      return !matchDocument(node.child, doc);
    case "always":
      return node.value;
    case "expr":
      return node.test(doc);
    case "leaf":
      return someAtPath(doc, node.parts, node.enterLeaf, (value, index) => {
        if (!node.test(value)) return false;
        if (position !== undefined && index !== undefined) position.index = index;
        return true;
      });
    case "elemMatch":
      return someAtPath(doc, node.parts, false, value => {
        const found = Array.isArray(value) ? value.findIndex(element => matchElement(node, element)) : -1;
        if (found >= 0 && position !== undefined) position.index = found;
        return found >= 0;
      });
  }
}

function matchElement(node: ElemMatchNode, element: Value): boolean {
  if (!node.documents) return matchValue(node.child, element);
  if (element instanceof Doc) return matchDocument(node.child, element);
  // An array element is looked at as a document whose fields are its positions.
  return Array.isArray(element) && matchDocument(node.child, positions(element));
}

function positions(array: readonly Value[]): Doc {
  const doc = new Doc();
  array.forEach((value, i) => {
    doc.push(String(i), value);
  });
  return doc;
}

/** Applies the tests of a tree to one value itself, ignoring paths. */
export function matchValue(node: FilterNode, value: Value): boolean {
  switch (node.kind) {
    case "and":
      return node.children.every(child => matchValue(child, value));
    case "or":
      return node.children.some(child => matchValue(child, value));
    case "nor":
      return !node.children.some(child => matchValue(child, value));
    case "not":
      return !matchValue(node.child, value);
    case "leaf":
      return node.test(value);
    case "always":
      return node.value;
    case "elemMatch":
      return Array.isArray(value) && value.some(element => matchElement(node, element));
    case "expr":
      return false;
  }
}
