import { answerableTurns, type ComparedMethod, methodInfo } from '#backend/features/retrieval/index.ts';
import { required } from '#shared/domain/required.ts';
import type { AnsweredQuery, FoundTurn } from './answer-queries.ts';
import { createRetrievalEvaluation, type EvaluatedMethod } from './retrieval-evaluation.ts';
import { type SourceDialogue, turnText } from './source-dialogue.ts';
import { type RetrievalSummary, summarizeRetrieval } from './summarize-retrieval.ts';

/** The baseline of the differences. If it was not evaluated, the first method is the baseline. */
const USUAL_BASELINE = 'bm25-last';

export interface ScoringInput {
  readonly train: readonly SourceDialogue[];
  readonly test: readonly SourceDialogue[];
  readonly methods: readonly ComparedMethod[];
  readonly examples: number;
  readonly seed: number;
  readonly oracle: boolean;
  readonly scoreActs: boolean;
  readonly answered: readonly AnsweredQuery[];
}

export function scoreQueries(input: ScoringInput): RetrievalSummary {
  const { train, test, examples, seed } = input;
  const methods = input.methods.map(
    (name): EvaluatedMethod => ({
      name,
      kind: methodInfo(name).kind,
      oracle: input.oracle && methodInfo(name).readsTags,
    }),
  );
  const evaluation = createRetrievalEvaluation({ methods, examples, scoreActs: input.scoreActs });
  const turnOf = ({ dialogue, turn }: FoundTurn) => {
    const found = required(train[dialogue]?.turns[turn], 'turn');
    return { text: turnText(found), acts: found.acts };
  };
  const [trainActs, testActs] = [train.map(systemActs), test.map(systemActs)];
  for (const { dialogue, turn, methods: found } of input.answered) {
    const asked = required(test[dialogue], 'dialogue');
    const truth = required(asked.turns[turn], 'turn');
    evaluation.add({
      dialogueId: asked.id,
      truth: { text: turnText(truth), acts: truth.acts },
      dialogueActs: required(testActs[dialogue], 'dialogue'),
      outcomes: Object.fromEntries(
        found.map(({ candidates, answer, milliseconds, end }, at) => [
          input.methods[at],
          {
            candidates: candidates.map(turnOf),
            dialogueActs: candidates.map((candidate) => required(trainActs[candidate.dialogue], 'dialogue')),
            answer: answer && turnOf(answer),
            milliseconds,
            stop: end?.reason ?? null,
          },
        ]),
      ),
    });
  }
  const baseline = methods.some(({ name }) => name === USUAL_BASELINE)
    ? USUAL_BASELINE
    : (methods.find(({ kind }) => kind === 'baseline')?.name ?? null);
  return summarizeRetrieval(evaluation.tally(), { seed, baseline });
}

const systemActs = ({ turns }: SourceDialogue): string[] =>
  turns.flatMap(({ role, acts }) => (role === 'system' ? (acts ?? []) : []));

/** Returns where routes ended, by reason and place, the most frequent first. */
export function stopsByPlace(
  answered: readonly AnsweredQuery[],
  method: number,
): { reason: string; at: number; queries: number }[] {
  const counts = new Map<string, { reason: string; at: number; queries: number }>();
  for (const { methods } of answered) {
    const { end } = required(methods[method], 'method');
    if (!end) continue;
    const key = `${end.reason} ${end.at}`;
    const entry = counts.get(key) ?? { ...end, queries: 0 };
    entry.queries++;
    counts.set(key, entry);
  }
  return [...counts.values()].sort(
    (a, b) => b.queries - a.queries || (a.reason < b.reason ? -1 : a.reason > b.reason ? 1 : a.at - b.at),
  );
}

export function describeSplit(dialogues: readonly SourceDialogue[], rejected: number) {
  const labels = new Map<string, number>();
  let allTurns = 0;
  let turns = 0;
  for (const dialogue of dialogues) {
    allTurns += dialogue.turns.length;
    for (const turn of answerableTurns(dialogue.turns)) {
      turns++;
      for (const act of dialogue.turns[turn]?.acts ?? []) labels.set(act, (labels.get(act) ?? 0) + 1);
    }
  }
  return {
    labels,
    counts: { dialogues: dialogues.length, allTurns, turns, rejected, actLabels: labels.size },
  };
}

/** Returns the share of acts in the test dialogues that also occur in the training dialogues; null without acts. */
export function sharedActs(
  train: ReadonlyMap<string, number>,
  test: ReadonlyMap<string, number>,
): number | null {
  let shared = 0;
  let total = 0;
  for (const [label, count] of test) {
    total += count;
    if (train.has(label)) shared += count;
  }
  return total === 0 ? null : shared / total;
}
