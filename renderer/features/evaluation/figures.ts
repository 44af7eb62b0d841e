import type {
  EstimateValue,
  EvaluatedMethodFigures,
  EvaluationResult,
  EvaluationSummary,
} from '#shared/contract/evaluation.ts';
import {
  bracketText,
  figureText,
  formatAmount,
  formatCount,
  formatSetShare,
} from '#shared/domain/figure-text.ts';
import { taggerName } from '../../project/describe.ts';
import { createTabState } from '../../project/mode.ts';
import { verdictText } from '../results/index.ts';

interface Figure {
  readonly id: string;
  readonly label: string;
  readonly explanation: string;
  readonly of: (method: EvaluatedMethodFigures) => EstimateValue;
}

interface FigureGroup {
  readonly title: string;
  readonly figures: readonly Figure[];
}

const POOL = 'Measured on the most typical answer among the candidates.';

export const FIGURE_GROUPS: readonly FigureGroup[] = [
  {
    title: 'Examples',
    figures: [
      {
        id: 'actF1',
        label: 'Act F1',
        explanation:
          'How well the dialogue acts of all requested examples match the true answer. A missing example counts as 0.',
        of: (method) => method.actF1,
      },
      {
        id: 'actF1Returned',
        label: 'Act F1, returned examples',
        explanation: 'How well the dialogue acts of the returned examples match the true answer.',
        of: (method) => method.actF1Returned,
      },
      {
        id: 'dialogueActF1',
        label: 'Act F1, whole dialogue',
        explanation: "How well the agent's acts match over the whole dialogue, for all requested examples.",
        of: (method) => method.dialogueActF1,
      },
      {
        id: 'rougeBest',
        label: 'ROUGE-L, best',
        explanation:
          'Score of the example closest to the true answer. In practice, nobody knows in advance which example is closest.',
        of: (method) => method.rougeL.best,
      },
      {
        id: 'rougeMean',
        label: 'ROUGE-L, mean',
        explanation: 'Mean score of all requested examples.',
        of: (method) => method.rougeL.mean,
      },
      {
        id: 'bleuBest',
        label: 'BLEU, best',
        explanation: 'Corpus BLEU-4 of the examples closest to the true answers (an upper bound).',
        of: (method) => method.corpusBleu.best,
      },
    ],
  },
  {
    title: 'Answer without a model',
    figures: [
      {
        id: 'answerActs',
        label: 'Act F1',
        explanation: `How well the dialogue acts match the true answer. ${POOL}`,
        of: (method) => method.answer.actF1,
      },
      {
        id: 'answerRouge',
        label: 'ROUGE-L',
        explanation: `Word sequences shared with the true answer. ${POOL}`,
        of: (method) => method.answer.rougeL,
      },
      {
        id: 'answerBleu',
        label: 'BLEU',
        explanation: `Corpus BLEU-4, 13a tokens. ${POOL}`,
        of: (method) => method.answer.bleu,
      },
    ],
  },
];

export const FIGURES: readonly Figure[] = FIGURE_GROUPS.flatMap((group) => group.figures);

export function figureTitle(figure: Figure): string {
  return FIGURE_GROUPS[1]!.figures.includes(figure) ? `Answer: ${figure.label}` : `Examples: ${figure.label}`;
}

export function figureOf(id: string): Figure {
  return FIGURES.find((figure) => figure.id === id) ?? FIGURES[0]!;
}

/** Returns the default figure: act F1, or the answer's ROUGE-L if acts were not measured. */
export function openingFigure(methods: readonly EvaluatedMethodFigures[]): string {
  return methods.some((method) => method.actF1.estimate !== null) ? 'actF1' : 'answerRouge';
}

export function estimateText(value: EstimateValue, signed = false): string {
  return [figureText(value.estimate, { signed }), bracketText(value, { signed })].filter(Boolean).join(' ');
}

export type SortKey = 'method' | 'kind' | 'returned' | 'full' | 'time' | (string & {});

interface Sorting {
  readonly key: SortKey;
  readonly descending: boolean;
}

function sortValue(method: EvaluatedMethodFigures, key: SortKey): number | string | null {
  switch (key) {
    case 'method':
      return method.title;
    case 'kind':
      return method.kind;
    case 'returned':
      return method.returned.estimate;
    case 'full':
      return method.full.estimate;
    case 'time':
      return method.timeMs.median;
    default:
      return figureOf(key).of(method).estimate;
  }
}

export function sortMethods(
  methods: readonly EvaluatedMethodFigures[],
  { key, descending }: Sorting,
): EvaluatedMethodFigures[] {
  return [...methods].sort((a, b) => {
    const left = sortValue(a, key);
    const right = sortValue(b, key);
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    const order = left < right ? -1 : left > right ? 1 : 0;
    return descending ? -order : order;
  });
}

/** Returns the sorting after a click on a column head: figures start with the highest, text with A. */
export function nextSorting(now: Sorting, key: SortKey): Sorting {
  if (now.key === key) return { key, descending: !now.descending };
  return { key, descending: key !== 'method' && key !== 'kind' && key !== 'time' };
}

export function titleOf(result: EvaluationResult, name: string): string {
  return result.methods.find((method) => method.name === name)?.title ?? name;
}

interface Looks {
  readonly figure: string | null;
  readonly sorting: Sorting;
}

export const {
  use: useLooks,
  enter: enterLooks,
  change: changeLooks,
} = createTabState<Looks>('evaluation', { figure: null, sorting: { key: 'actF1', descending: true } });

type Settings = EvaluationResult['settings'];

export const describeSource = ({ from }: Settings): string =>
  `this project, ${formatSetShare(from.heldOutShare)} for testing`;

export function describeSettings(settings: Settings): string[] {
  const { tagger, run, examples, seed, limit, trainLimit, textOnly, answerPool } = settings;
  return [
    `Source: ${describeSource(settings)}`,
    `Tags: ${taggerName(tagger)}${run === null ? '' : `, run ${run}`}`,
    `${formatAmount(examples, 'example')} per turn`,
    `seed ${seed}`,
    limit !== null && `tested on the first ${formatAmount(limit, 'dialogue')}`,
    trainLimit !== null && `trained on the first ${formatAmount(trainLimit, 'dialogue')}`,
    `answers chosen from up to ${answerPool} candidates`,
    textOnly && 'texts only, no acts',
  ].filter((part) => part !== false);
}

export function describeResult(result: EvaluationResult): string[] {
  const sample = `${formatAmount(result.queries, 'turn')} of ${formatAmount(result.dialogues, 'dialogue')}`;
  const estimateOf = (
    name: string,
    figure: (method: EvaluatedMethodFigures) => EstimateValue,
  ): number | null => {
    const method = result.methods.find((one) => one.name === name);
    return method ? figure(method).estimate : null;
  };
  const byActs = result.best.filter(({ actF1 }) => actF1.estimate !== null);
  if (byActs.length > 0)
    return byActs.map(({ context, baseline, oracle, actF1 }) =>
      verdictText({
        one: titleOf(result, context),
        other: titleOf(result, baseline),
        of: 'examples',
        measure: 'actF1',
        values: [estimateOf(context, ({ actF1 }) => actF1), estimateOf(baseline, ({ actF1 }) => actF1)],
        difference: actF1,
        sample,
        usesLabels: oracle ? [titleOf(result, context)] : [],
      }),
    );
  const compared = result.differences.filter(({ answerRougeL }) => answerRougeL.estimate !== null);
  const [best] = compared.toSorted((a, b) => (b.answerRougeL.estimate ?? 0) - (a.answerRougeL.estimate ?? 0));
  if (best)
    return [
      verdictText({
        one: titleOf(result, best.method),
        other: titleOf(result, best.baseline),
        of: 'answers',
        measure: 'rougeL',
        values: [
          estimateOf(best.method, ({ answer }) => answer.rougeL),
          estimateOf(best.baseline, ({ answer }) => answer.rougeL),
        ],
        difference: best.answerRougeL,
        sample,
        bestOf: compared.length,
        usesLabels: best.oracle ? [titleOf(result, best.method)] : [],
      }),
    ];
  return [
    result.queries === 0
      ? 'No result: no turn could be tested. Evaluate on more dialogues.'
      : `Nothing to compare (${sample}). Evaluate at least one baseline and one other method.`,
  ];
}

export function describeCounts({ queries, queriesWithActs, dialogues, corpus }: EvaluationResult): string {
  const acts =
    queriesWithActs === queries
      ? 'all with dialogue acts'
      : queriesWithActs === 0
        ? 'none with dialogue acts'
        : `${formatCount(queriesWithActs)} with dialogue acts`;
  return `Tested on ${formatAmount(queries, 'turn')} of ${formatAmount(dialogues, 'unseen dialogue')} (${acts}). Trained on ${formatAmount(corpus.train.dialogues, 'dialogue')} with ${formatAmount(corpus.train.turns, 'turn')}.`;
}

export function describeHonesty(result: EvaluationResult): string {
  const { heldOutBy, run } = result.settings;
  const trained =
    run === null
      ? 'The methods and the tagger were trained on the training dialogues only.'
      : 'The methods were trained on the training dialogues only, but the tagger saw all dialogues.';
  const how = heldOutBy === null ? '' : ` Test dialogues: ${heldOutBy}.`;
  const { resamples, level } = result.bootstrap;
  return `${trained}${how} The ${formatSetShare(level)} intervals come from a bootstrap over dialogues (${formatCount(resamples)} resamples). People do not always prefer the answer closest to the true one.`;
}

export function hasOracle(result: EvaluationResult): boolean {
  return result.methods.some((method) => method.oracle);
}

export function shortBest({ best }: Pick<EvaluationSummary, 'best'>): string | null {
  const [first] = best;
  return first && first.actF1.estimate !== null ? estimateText(first.actF1, true) : null;
}

/** Milliseconds per query: "0.4 ms", "12 ms". */
export function timeText(milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  if (milliseconds < 0.05) return '< 0.1 ms';
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
}
