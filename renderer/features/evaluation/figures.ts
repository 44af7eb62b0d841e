import type { EstimateValue, EvaluatedMethodFigures, EvaluationResult } from '#shared/contract/evaluation.ts';
import { bracketText, figureText } from '#shared/domain/figure-text.ts';

/** A figure of an evaluated method, with its explanation and format. */
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
          'Agreement of the dialogue acts with the true answer, over all examples requested. A missing example counts as 0.',
        of: (method) => method.actF1,
      },
      {
        id: 'actF1Returned',
        label: 'Act F1, returned',
        explanation: 'The same, over the examples returned.',
        of: (method) => method.actF1Returned,
      },
      {
        id: 'dialogueActF1',
        label: 'Act F1, dialogue',
        explanation: "Agreement of the agent's acts in the whole dialogue, over all examples requested.",
        of: (method) => method.dialogueActF1,
      },
      {
        id: 'rougeBest',
        label: 'ROUGE-L, best',
        explanation: 'Of the example closest to the true answer, which nobody knows beforehand.',
        of: (method) => method.rougeL.best,
      },
      {
        id: 'rougeMean',
        label: 'ROUGE-L, mean',
        explanation: 'Mean over all examples requested.',
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
        explanation: `Agreement of dialogue acts with the true answer. ${POOL}`,
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

/** Returns the title of a figure outside its group: "Answer: Act F1". */
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

/** "34.4 [33.1, 35.6]" */
export function estimateText(value: EstimateValue, signed = false): string {
  return [figureText(value.estimate, { signed }), bracketText(value, { signed })].filter(Boolean).join(' ');
}

export type SortKey = 'method' | 'kind' | 'returned' | 'full' | 'time' | (string & {});

export interface Sorting {
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

/** Returns the methods sorted by a column. Unmeasured values come last either way; ties keep their order. */
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
