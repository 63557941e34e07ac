import { distance } from "fastest-levenshtein";

/**
 * The candidate that a mistyped word most likely means: the smallest edit distance, at most a third of its length.
 * Case, `_` and `-` do not count, so that `functionId` finds `function_id`; two letters that changed places are one edit.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const plain = (s: string) => s.toLowerCase().replace(/[_-]/g, "");
  const scored = candidates.map(candidate => ({ candidate, edits: edits(plain(word), plain(candidate)) }));
  const best = scored.sort((a, b) => a.edits - b.edits)[0];
  return best && best.edits <= Math.max(1, Math.floor(word.length / 3)) ? best.candidate : undefined;
}

function edits(word: string, candidate: string): number {
  const swapped = Array.from(
    { length: Math.max(0, word.length - 1) },
    (_, i) => word.slice(0, i) + word.charAt(i + 1) + word.charAt(i) + word.slice(i + 2),
  );
  return Math.min(distance(word, candidate), ...swapped.map(other => 1 + distance(other, candidate)));
}
