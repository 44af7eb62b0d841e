import type { TextScorer } from '#shared/algorithms/metrics/text/text-scorer.ts';
import type { ComparedColumn, Comparison } from '#shared/contract/comparison.ts';
import { answererTitle, modelOf, NO_EXAMPLES } from '#shared/domain/agent.ts';
import {
  agentOf,
  answererOf,
  type ColumnChoice,
  idOf,
  NO_EXAMPLES_TITLE,
  paceOf,
} from '../../columns/index.ts';
import type { AskedAnswer } from './answers.ts';

interface SampleGroup {
  /** Index of the group; does not change when further answers arrive. */
  readonly at: number;
  readonly count: number;
  readonly asked: AskedAnswer;
}

const wordsOf = ({ answer }: AskedAnswer): string | null =>
  answer === null ? null : JSON.stringify(answer.turns.map(({ text }) => text));

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

export interface Account {
  /** Null without a model, or if the server does not report tokens. */
  readonly tokens: { readonly input: number; readonly output: number } | null;
  readonly costUsd: number | null;
  readonly latencyMs: number;
  readonly waitedMs: number;
  /** Mean time until the first words, and mean time of writing after them; null if an answer was not streamed. */
  readonly pace: ReturnType<typeof paceOf>;
  readonly answers: number;
  readonly cached: number;
}

export function accountOf(samples: readonly AskedAnswer[]): Account | null {
  const answers = samples.flatMap(({ answer }) => answer ?? []);
  if (answers.length === 0) return null;
  const input = answers.map(({ tokens }) => tokens?.input ?? null);
  const output = answers.map(({ tokens }) => tokens?.output ?? null);
  const inputSum = sumOf(input);
  const outputSum = sumOf(output);
  const paces = samples.flatMap(({ answer, progress }) => (answer ? [paceOf(progress)] : []));
  const readMs = sumOf(paces.map((pace) => pace?.readMs ?? null));
  const writeMs = sumOf(paces.map((pace) => pace?.writeMs ?? null));
  const latencies = answers.map(({ latencyMs }) => latencyMs);
  return {
    tokens: inputSum === null || outputSum === null ? null : { input: inputSum, output: outputSum },
    costUsd: sumOf(answers.map(({ costUsd }) => costUsd)),
    latencyMs: (sumOf(latencies) ?? 0) / answers.length,
    waitedMs: (sumOf(answers.map(({ waitedMs }) => waitedMs)) ?? 0) / answers.length,
    pace:
      readMs === null || writeMs === null
        ? null
        : { readMs: readMs / answers.length, writeMs: writeMs / answers.length },
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

interface TrueTurn {
  readonly turn: number;
  readonly text: string;
}

export interface ShownColumn {
  readonly id: string;
  readonly choice: ColumnChoice;
  readonly by: string | null;
  readonly byModel: boolean;
  readonly asked: boolean;
  readonly compared: ComparedColumn;
  readonly groups: readonly SampleGroup[];
  readonly group: SampleGroup | null;
  readonly running: boolean;
  readonly turns: readonly { readonly turn: number; readonly text: string | null }[];
  readonly account: Account | null;
}

interface ShownParts {
  readonly choice: ColumnChoice;
  readonly result: Comparison;
  readonly whole: boolean;
  readonly truth: readonly TrueTurn[];
  readonly samples: readonly AskedAnswer[];
  readonly picked: number;
  readonly scorer: TextScorer;
}

/** The result of a column without examples, so that no request is needed. */
const WITHOUT_EXAMPLES: ComparedColumn = {
  method: {
    name: NO_EXAMPLES,
    title: NO_EXAMPLES_TITLE,
    encoder: null,
    kind: 'baseline',
    description: 'The model sees only the dialogue.',
  },
  oracle: false,
  candidates: [],
  answer: null,
  examples: { returned: 0, actF1: null, rougeLBest: 0, rougeLMean: 0 },
  route: null,
  milliseconds: 0,
};

export const NO_EXAMPLES_METHOD = WITHOUT_EXAMPLES.method;

export function shownColumn(parts: ShownParts): ShownColumn | null {
  const { choice, result, whole, truth, samples, picked, scorer } = parts;
  const compared = choice.agent
    ? {
        ...WITHOUT_EXAMPLES,
        method: {
          ...NO_EXAMPLES_METHOD,
          name: choice.name,
          title: choice.agent.title,
          description: 'Flows and worksheets answer with texts that their authors wrote.',
        },
      }
    : choice.name === NO_EXAMPLES
      ? WITHOUT_EXAMPLES
      : result.columns.find((column) => column.method.name === choice.name);
  if (!compared) return null;
  const answerer = answererOf(choice);
  const model = modelOf(agentOf(choice));
  const byModel = model !== null;
  const groups = groupSamples(samples);
  const group = groups[Math.min(picked, groups.length - 1)] ?? null;
  const own = answerer.kind === 'first' ? firstAnswer(compared) : compared.answer;
  const asked = byModel || whole || choice.agent !== undefined;
  const turns = asked
    ? (group?.asked.answer?.turns ?? [])
    : own
      ? [{ turn: result.turn, text: own.text }]
      : [];
  return {
    id: idOf(choice),
    choice,
    by: answerer.kind === 'consensus' && model === null ? null : answererTitle(model ?? answerer),
    byModel,
    asked,
    compared: {
      ...compared,
      answer: asked ? measuredAnswer(result, turns, truth, scorer) : own,
    },
    groups,
    group,
    running: samples.some(({ state }) => state === 'running'),
    turns,
    account: asked
      ? accountOf(samples)
      : {
          tokens: null,
          costUsd: 0,
          latencyMs: compared.milliseconds,
          waitedMs: 0,
          pace: null,
          answers: 1,
          cached: 0,
        },
  };
}

function firstAnswer({ candidates: [first] }: ComparedColumn): ComparedColumn['answer'] {
  if (!first) return null;
  const { dialogue, externalId, turn, text, acts, measures } = first;
  return { dialogue, externalId, turn, text, acts, measures, among: 1 };
}

/** Measures an answer that was not found in a dialogue, so its dialogue acts are unknown. */
function measuredAnswer(
  { dialogue, externalId, turn }: Comparison,
  turns: ShownColumn['turns'],
  truth: readonly TrueTurn[],
  scorer: TextScorer,
): ComparedColumn['answer'] {
  if (turns.length === 0) return null;
  const pairs = turns.map((turn) => ({
    text: turn.text,
    truth: truth.find((other) => other.turn === turn.turn)?.text ?? '',
  }));
  const mean = (score: (text: string, other: string) => number): number =>
    pairs.reduce((sum, pair) => sum + (pair.text === null ? 0 : score(pair.text, pair.truth)), 0) /
    pairs.length;
  return {
    dialogue,
    externalId,
    turn,
    text: turns.map(({ text }) => text ?? '').join('\n'),
    acts: null,
    among: 1,
    measures: {
      actF1: null,
      rougeL: mean((text, other) => scorer.rougeL(text, other)),
      bleu: mean((text, other) => scorer.sentenceBleu(text, other)),
    },
  };
}
