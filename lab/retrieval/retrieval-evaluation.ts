import { BLEU_STATISTICS } from '#shared/algorithms/metrics/text/bleu.ts';
import { createTextScorer, type TextScorer } from '#shared/algorithms/metrics/text/text-scorer.ts';
import type { MethodKind } from '#shared/domain/figures.ts';
import { actBagF1 } from './act-bag-f1.ts';
import { type EvaluatedTurn, type MethodOutcome, scoreOutcome } from './outcome-scores.ts';

export interface EvaluatedMethod {
  readonly name: string;
  readonly kind: MethodKind;
  readonly oracle: boolean;
}

export interface EvaluatedOutcome extends MethodOutcome {
  readonly dialogueActs: readonly (readonly string[])[];
}

export interface EvaluatedQuery {
  readonly dialogueId: string;
  readonly truth: EvaluatedTurn;
  readonly dialogueActs: readonly string[];
  readonly outcomes: Readonly<Record<string, EvaluatedOutcome>>;
}

interface EvaluationOptions {
  readonly methods: readonly EvaluatedMethod[];
  readonly examples: number;
  /** False if the corpora have different act labels: act scores are null. Default true. */
  readonly scoreActs?: boolean;
  readonly scorer?: TextScorer;
}

/** Everything measured, added up by dialogue; `summarizeRetrieval` turns it into figures. */
export interface RetrievalTally {
  readonly methods: readonly EvaluatedMethod[];
  readonly examples: number;
  /** One row of sums per dialogue, in code-unit order of the dialogue ids; see `METHOD_COLUMNS`. */
  readonly rows: readonly Float64Array[];
  readonly milliseconds: readonly (readonly number[])[];
  /** Per method, in order: how many queries stopped for each reason. */
  readonly stops: readonly ReadonlyMap<string, number>[];
}

/** Columns of a row that all methods share. */
export const QUERY_COLUMN = 0;
export const ACT_QUERY_COLUMN = 1;
export const ACT_DIALOGUE_QUERY_COLUMN = 2;
const SHARED_COLUMNS = 3;

/** Columns of a method from `methodColumn(method)`. Each is a sum over queries; BLEU columns have matches and lengths. */
export const METHOD_COLUMNS = {
  actF1: 0,
  actF1Returned: 1,
  actF1ReturnedQueries: 2,
  rougeLBest: 3,
  rougeLMean: 4,
  bleuBest: 5,
  bleuMean: 6,
  returned: 7,
  full: 8,
  answerActF1: 9,
  answerRougeL: 10,
  dialogueActF1: 11,
  bestStatistics: 12,
  firstStatistics: 12 + BLEU_STATISTICS,
  consensusStatistics: 12 + 2 * BLEU_STATISTICS,
  answerStatistics: 12 + 3 * BLEU_STATISTICS,
} as const;
const COLUMNS_PER_METHOD = 12 + 4 * BLEU_STATISTICS;

export function methodColumn(index: number): number {
  return SHARED_COLUMNS + index * COLUMNS_PER_METHOD;
}

interface RetrievalEvaluation {
  /** Throws an Error with the dialogue and the method if an outcome is missing or wrong. */
  add(query: EvaluatedQuery): void;
  tally(): RetrievalTally;
}

/**
 * Creates an empty evaluation, with a row per dialogue, a time per query and method, and each distinct text's tokens.
 */
export function createRetrievalEvaluation(options: EvaluationOptions): RetrievalEvaluation {
  const { methods, examples, scoreActs = true, scorer = createTextScorer() } = options;
  checkOptions(methods, examples);
  const rowByDialogue = new Map<string, Float64Array>();
  const milliseconds: number[][] = methods.map(() => []);
  const stops = methods.map(() => new Map<string, number>());

  function rowOf(dialogueId: string): Float64Array {
    let row = rowByDialogue.get(dialogueId);
    if (!row) {
      row = new Float64Array(methodColumn(methods.length));
      rowByDialogue.set(dialogueId, row);
    }
    return row;
  }

  function addOutcome(row: Float64Array, start: number, truth: EvaluatedTurn, outcome: MethodOutcome): void {
    const scores = scoreOutcome(truth, outcome, examples, scorer);
    row[start + METHOD_COLUMNS.actF1] += scores.actF1 ?? 0;
    row[start + METHOD_COLUMNS.actF1Returned] += scores.actF1Returned ?? 0;
    row[start + METHOD_COLUMNS.actF1ReturnedQueries] += scores.actF1Returned === null ? 0 : 1;
    row[start + METHOD_COLUMNS.rougeLBest] += scores.rougeLBest;
    row[start + METHOD_COLUMNS.rougeLMean] += scores.rougeLMean;
    row[start + METHOD_COLUMNS.bleuBest] += scores.bleuBest;
    row[start + METHOD_COLUMNS.bleuMean] += scores.bleuMean;
    row[start + METHOD_COLUMNS.returned] += outcome.candidates.length;
    row[start + METHOD_COLUMNS.full] += outcome.candidates.length === examples ? 1 : 0;
    row[start + METHOD_COLUMNS.answerActF1] += scores.answerActF1 ?? 0;
    row[start + METHOD_COLUMNS.answerRougeL] += scores.answerRougeL;
    // A missing text is empty: it matches nothing but adds its reference's length.
    const best = outcome.candidates[scores.bestIndex]?.text ?? '';
    const first = outcome.candidates[0]?.text ?? '';
    const consensus = outcome.candidates[scores.consensusIndex]?.text ?? '';
    const answer = outcome.answer?.text ?? '';
    scorer.addBleu(row, start + METHOD_COLUMNS.bestStatistics, best, truth.text);
    scorer.addBleu(row, start + METHOD_COLUMNS.firstStatistics, first, truth.text);
    scorer.addBleu(row, start + METHOD_COLUMNS.consensusStatistics, consensus, truth.text);
    scorer.addBleu(row, start + METHOD_COLUMNS.answerStatistics, answer, truth.text);
  }

  return {
    add(query) {
      const outcomes = methods.map(({ name }) => outcomeOf(query, name, examples));
      const truth = scoreActs ? query.truth : { text: query.truth.text, acts: null };
      const row = rowOf(query.dialogueId);
      row[QUERY_COLUMN]++;
      if (truth.acts && truth.acts.length > 0) row[ACT_QUERY_COLUMN]++;
      const dialogueActs = scoreActs ? query.dialogueActs : [];
      if (dialogueActs.length > 0) row[ACT_DIALOGUE_QUERY_COLUMN]++;
      outcomes.forEach((outcome, index) => {
        for (const acts of outcome.dialogueActs) {
          row[methodColumn(index) + METHOD_COLUMNS.dialogueActF1] += actBagF1(acts, dialogueActs) / examples;
        }
        addOutcome(row, methodColumn(index), truth, outcome);
        milliseconds[index].push(outcome.milliseconds);
        const { stop } = outcome;
        if (stop !== null) stops[index].set(stop, (stops[index].get(stop) ?? 0) + 1);
      });
    },
    tally() {
      const ids = [...rowByDialogue.keys()].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
      const rows = ids.map((id) => Float64Array.from(rowOf(id)));
      return { methods, examples, rows, milliseconds, stops };
    },
  };
}

function outcomeOf(query: EvaluatedQuery, method: string, examples: number): EvaluatedOutcome {
  const where = `Dialogue ${JSON.stringify(query.dialogueId)}, method "${method}"`;
  if (!Object.hasOwn(query.outcomes, method)) {
    throw new Error(
      `${where}: no outcome. Add one for every method. If a method found nothing, leave its candidates empty.`,
    );
  }
  const outcome = query.outcomes[method];
  if (outcome.candidates.length > examples) {
    throw new Error(
      `${where}: ${outcome.candidates.length} candidates, but only ${examples} were requested.`,
    );
  }
  if (outcome.dialogueActs.length !== outcome.candidates.length) {
    throw new Error(
      `${where}: ${outcome.candidates.length} candidates, but acts for ${outcome.dialogueActs.length} dialogues.`,
    );
  }
  if (!(outcome.milliseconds >= 0 && outcome.milliseconds < Number.POSITIVE_INFINITY)) {
    throw new Error(`${where}: the time must be a number of milliseconds, not ${outcome.milliseconds}.`);
  }
  return outcome;
}

function checkOptions(methods: readonly EvaluatedMethod[], examples: number): void {
  if (!Number.isInteger(examples) || examples < 1) {
    throw new RangeError(`The number of examples must be a whole number of at least 1, not ${examples}.`);
  }
  const names = methods.map(({ name }) => name);
  const doubled = names.find((name, index) => names.indexOf(name) !== index);
  if (doubled !== undefined) throw new Error(`Method "${doubled}" is listed twice. List each method once.`);
}
