import { distance } from "fastest-levenshtein";

/**
 * The candidate that a mistyped word most likely means: the smallest edit distance, at most a third of its length.
 * Case, `_` and `-` do not count, so that `functionId` finds `function_id`.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const plain = (s: string) => s.toLowerCase().replace(/[_-]/g, "");
  const scored = candidates.map(candidate => ({ candidate, edits: distance(plain(word), plain(candidate)) }));
  const best = scored.sort((a, b) => a.edits - b.edits)[0];
  return best && best.edits <= Math.max(1, Math.floor(word.length / 3)) ? best.candidate : undefined;
}
