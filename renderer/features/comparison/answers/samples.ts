import type { AskedAnswer } from './answers.ts';

/** Answers that say the same, as one. */
export interface SampleGroup {
  /** Stays the same while further answers come. */
  readonly at: number;
  readonly count: number;
  readonly asked: AskedAnswer;
}

/** What an answer says, of one turn or of all. */
const wordsOf = ({ answer }: AskedAnswer): string | null =>
  answer === null ? null : JSON.stringify(answer.turns.map(({ text }) => text));

/** Finished answers that say the same collapse into the first of them; others stand for themselves. Pure. */
export function groupSamples(samples: readonly AskedAnswer[]): SampleGroup[] {
  const groups: SampleGroup[] = [];
  for (const asked of samples) {
    const words = wordsOf(asked);
    const place = groups.findIndex((group) => words !== null && wordsOf(group.asked) === words);
    const same = groups[place];
    if (!same) groups.push({ at: groups.length, count: 1, asked });
    else groups[place] = { ...same, count: same.count + 1 };
  }
  return groups;
}

/** What all answers of a column took together. */
export interface Account {
  /** Null without a model, or where a server does not say. */
  readonly tokens: { readonly input: number; readonly output: number } | null;
  /** Null where no price is known. */
  readonly costUsd: number | null;
  /** Of one answer, on average. */
  readonly latencyMs: number;
  /** Answers that were kept from before. */
  readonly cached: number;
}

/** @returns null where nothing was answered yet */
export function accountOf(samples: readonly AskedAnswer[]): Account | null {
  const answers = samples.flatMap(({ answer }) => answer ?? []);
  if (answers.length === 0) return null;
  const input = answers.map(({ tokens }) => tokens?.input ?? null);
  const output = answers.map(({ tokens }) => tokens?.output ?? null);
  const inputSum = sumOf(input);
  const outputSum = sumOf(output);
  const latencies = answers.map(({ latencyMs }) => latencyMs);
  return {
    tokens: inputSum === null || outputSum === null ? null : { input: inputSum, output: outputSum },
    costUsd: sumOf(answers.map(({ costUsd }) => costUsd)),
    latencyMs: (sumOf(latencies) ?? 0) / answers.length,
    cached: answers.filter(({ cached }) => cached).length,
  };
}

/** Null where a part is not known: a sum without it would look like all. */
function sumOf(values: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const value of values) {
    if (value === null) return null;
    sum += value;
  }
  return sum;
}
