import { type OutputTarget, writeInPieces } from '#backend/output/target.ts';
import { BLEU_STATISTICS, bleuOfStatistics } from '#shared/algorithms/metrics/text/bleu.ts';
import { createTextScorer, type TextScorer } from '#shared/algorithms/metrics/text/text-scorer.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { scoreLabels } from '../label-scores.ts';
import { type PredictedTurn, predictNextActions } from './predict-next-action.ts';
import { readFlowFolder } from './read-flow-folder.ts';
import { voteOfExamples } from './vote-of-examples.ts';

export const NEXT_ACTION_METHODS = ['flow', 'automaton', 'both'] as const;
type NextActionMethod = (typeof NEXT_ACTION_METHODS)[number];

/** Measures of Mosig et al. over labeled system turns, 0 … 100; null if there are none. */
interface NextActionScores {
  readonly turns: number;
  readonly f1: number | null;
  readonly accuracy: number | null;
  /** Corpus BLEU-4 of the answers, sacreBLEU's 13a tokens; no answer is an empty one. */
  readonly bleu: number | null;
}

export interface NextActionEvaluation<Method extends string = NextActionMethod> extends NextActionScores {
  readonly method: Method;
  readonly resultsHidden: boolean;
  readonly tasks: Readonly<Record<string, NextActionScores>>;
  /** By the kind of dialogue: one task as designed, one task with obstacles, several tasks. */
  readonly parts: Readonly<Record<'happy' | 'unhappy' | 'several', NextActionScores>>;
  readonly seconds: number;
}

interface NextActionOptions {
  readonly flows: string;
  readonly dialogues: string;
  readonly train: string | null;
  readonly method: NextActionMethod;
  readonly hideResults: boolean;
  readonly seed: number;
  readonly dump: OutputTarget | null;
}

/**
 * Predicts the system's action at every labeled turn, after the true history.
 * Throws a DialogramError if a file cannot be read or has no labeled turn.
 */
export async function evaluateNextAction(
  options: NextActionOptions,
  { signal, onProgress }: { readonly signal: AbortSignal; onProgress(phase: string): void },
): Promise<NextActionEvaluation> {
  const started = performance.now();
  const { method, dialogues, train, hideResults, seed, dump } = options;
  const flows = await readFlowFolder(options.flows, signal);
  if (method !== 'flow' && train === null) {
    throw new DialogramError('INVALID', `The method ${method} needs training dialogues.`, {
      value: method,
      nextStep: 'Choose them with --train FILE, or use the method "flow".',
    });
  }
  const predicted =
    method === 'automaton'
      ? await voteOfExamples({ train: train!, dialogues, seed, signal, onProgress })
      : await predictNextActions(
          { flows, dialogues, train: method === 'both' ? train : null, hideResults, seed },
          { signal, report: ({ phase, done }) => onProgress(`${phase} ${done}`) },
        );
  return scorePredicted(predicted, { method, dialogues, hideResults, dump, started });
}

/** @throws DialogramError INVALID if no turn is labeled */
export function scorePredicted<Method extends string>(
  predicted: readonly PredictedTurn[],
  {
    method,
    dialogues,
    hideResults,
    dump,
    started,
  }: Pick<NextActionOptions, 'dialogues' | 'hideResults' | 'dump'> & {
    readonly method: Method;
    readonly started: number;
  },
): NextActionEvaluation<Method> {
  if (predicted.length === 0) {
    throw new DialogramError('INVALID', `No agent turn in ${dialogues} has "acts".`, {
      place: dialogues,
      nextStep: 'Use neutral JSON Lines whose system turns have "acts".',
    });
  }
  if (dump !== null) writeInPieces(dump, dumpLines(predicted));
  const scorer = createTextScorer();
  const scoresOf = (own: readonly PredictedTurn[]) => scoreTurns(own, scorer);
  const part = (keep: (turn: PredictedTurn) => boolean) => scoresOf(predicted.filter(keep));
  const names = [...new Set(predicted.map(({ task }) => task))].sort();
  return {
    method,
    resultsHidden: hideResults,
    ...scoresOf(predicted),
    tasks: Object.fromEntries(names.map((name) => [name, part(({ task }) => task === name)])),
    parts: {
      happy: part(({ tasks, happy }) => tasks <= 1 && happy === true),
      unhappy: part(({ tasks, happy }) => tasks <= 1 && happy === false),
      several: part(({ tasks }) => tasks > 1),
    },
    seconds: (performance.now() - started) / 1000,
  };
}

function scoreTurns(turns: readonly PredictedTurn[], scorer: TextScorer): NextActionScores {
  const { count, f1, accuracy } = scoreLabels(turns.map(({ predicted, truth }) => [predicted, truth]));
  const statistics = new Float64Array(BLEU_STATISTICS);
  for (const { answer, said } of turns) scorer.addBleu(statistics, 0, answer ?? '', said);
  const bleu = count === 0 ? null : bleuOfStatistics(statistics, 0, { effectiveOrder: false });
  return { turns: count, f1, accuracy, bleu };
}

function* dumpLines(predicted: readonly PredictedTurn[]): Iterable<string> {
  for (const { dialogue, turn, task, predicted: label, truth, answer } of predicted) {
    const line = { dialogueId: dialogue, turn, task, predicted: label, true: truth, answer };
    yield `${JSON.stringify(line)}\n`;
  }
}
