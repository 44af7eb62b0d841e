import type { AskedAnswer } from './answers.ts';

/** Equal answers, shown as one. */
export interface SampleGroup {
  /** Index of the group; does not change when further answers arrive. */
  readonly at: number;
  readonly count: number;
  readonly asked: AskedAnswer;
}

/** Returns the texts of all turns of an answer, for comparison; null until it is finished. */
const wordsOf = ({ answer }: AskedAnswer): string | null =>
  answer === null ? null : JSON.stringify(answer.turns.map(({ text }) => text));

/** Groups finished answers with the same text under the first of them. Others stay alone. */
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

/** The cost, tokens and time of all answers of a column. */
export interface Account {
  /** Null without a model, or if the server does not say. */
  readonly tokens: { readonly input: number; readonly output: number } | null;
  /** Null if the price is unknown. */
  readonly costUsd: number | null;
  /** Mean latency of one answer, without the wait in line. */
  readonly latencyMs: number;
  /** Mean time in line before it was sent. */
  readonly waitedMs: number;
  readonly answers: number;
  /** The number of answers that came from the cache. */
  readonly cached: number;
}

/** Returns the account of the answers; null if there is none yet. */
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
    waitedMs: (sumOf(answers.map(({ waitedMs }) => waitedMs)) ?? 0) / answers.length,
    answers: answers.length,
    cached: answers.filter(({ cached }) => cached).length,
  };
}

/** Null if any value is unknown, because a partial sum would look like the total. */
function sumOf(values: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const value of values) {
    if (value === null) return null;
    sum += value;
  }
  return sum;
}
