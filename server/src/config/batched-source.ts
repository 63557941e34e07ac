import type { Source } from "./source";
import type { StoredObject } from "./stored-object";
import { objectKey } from "./terms";

/** Remembers answers of a source, and turns what is asked in one turn of the event loop into one question. */
export class BatchedSource implements Source {
  readonly #answers = new Map<string, Promise<StoredObject[]>>();
  #question: { terms: string[]; answer: Promise<Map<string, StoredObject[]>> } | undefined;

  constructor(private readonly base: Source) {}

  async lookup(terms: readonly string[]): Promise<StoredObject[]> {
    const answers = await Promise.all(terms.map(term => this.#answer(term)));
    const once = new Map(answers.flat().map(object => [objectKey(object), object]));
    return [...once.values()];
  }

  #answer(term: string): Promise<StoredObject[]> {
    const known = this.#answers.get(term);
    if (known) return known;
    this.#question ??= this.#nextQuestion();
    this.#question.terms.push(term);
    const answer = this.#question.answer.then(found => found.get(term) ?? []);
    this.#answers.set(term, answer);
    return answer;
  }

  #nextQuestion() {
    const terms: string[] = [];
    const answer = new Promise<void>(resolve => setImmediate(resolve)).then(async () => {
      this.#question = undefined;
      return groupByTerm(terms, await this.base.lookup(terms));
    });
    return { terms, answer };
  }
}

function groupByTerm(
  terms: readonly string[],
  objects: readonly StoredObject[],
): Map<string, StoredObject[]> {
  const groups = new Map<string, StoredObject[]>(terms.map(term => [term, []]));
  for (const object of objects) for (const term of object.terms) groups.get(term)?.push(object);
  return groups;
}
