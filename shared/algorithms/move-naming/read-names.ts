import { jsonOfAnswer } from '../generation/read-answer.ts';
import { readTag } from '../model-tagging/check-answer.ts';

interface ReadNames {
  /** By id. */
  readonly names: ReadonlyMap<number, string>;
  /** The problem of the answer, as a sentence; null if there is none. */
  readonly problem: string | null;
}

/** Name for turns without a move. */
const NO_NAME = 'other';

const nothing = (problem: string): ReadNames => ({ names: new Map(), problem });

/** Reads the names of some clusters strictly. Valid names are kept even if others are invalid. */
export function readNames(answer: string, ids: readonly number[]): ReadNames {
  const value = jsonOfAnswer(answer);
  if (value === undefined) return nothing('It was not a single JSON object.');
  const listed = typeof value === 'object' && value !== null && 'names' in value ? value.names : null;
  if (!Array.isArray(listed)) return nothing('It was not a JSON object with a list "names".');
  const asked = new Set(ids);
  const names = new Map<number, string>();
  let problem: string | null = null;
  const wrong = (sentence: string): void => {
    problem ??= sentence;
  };
  for (const entry of listed as unknown[]) {
    const { id, name } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<
      string,
      unknown
    >;
    if (typeof id !== 'number' || typeof name !== 'string')
      wrong('An entry of "names" was not {"id": number, "name": text}.');
    else if (!asked.has(id)) wrong(`It named ${id}, which was not asked for.`);
    else if (names.has(id)) wrong(`It named ${id} twice.`);
    else {
      const { tag, fault } = readTag(name);
      if (tag === null)
        wrong(`The name of ${id} was ${fault === 'too-long' ? 'longer than four words' : 'no name'}.`);
      else if (tag !== NO_NAME) names.set(id, tag);
    }
  }
  return { names, problem: listed.length === 0 ? 'It named no group.' : problem };
}
