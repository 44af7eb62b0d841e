import { drawWithoutRepetition } from '#shared/algorithms/automaton/routing/examples.ts';
import { createTextScorer } from '#shared/algorithms/metrics/text/text-scorer.ts';
import { createRandom } from '#shared/algorithms/random/random.ts';
import { ANSWER_POOL } from '#shared/algorithms/retrieval/ranking/chosen-answer.ts';
import { evenly } from '#shared/algorithms/simulation/state-names.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { CorpusReader } from './corpus-reader.ts';
import type { LiveAutomaton } from './live-automaton.ts';

/** A system turn of the corpus. */
export interface AnsweredTurn {
  readonly dialogue: DialogueId;
  readonly round: number;
}

interface StateExamples {
  readonly examples: readonly AnsweredTurn[];
  /** The one of `among` that agrees best with the others; null without any. */
  readonly answer: AnsweredTurn | null;
  readonly among: number;
}

/**
 * Returns the system's answers at a state, in turns drawn at random, each equally likely: for the paper's automaton the
 * first system turn after a dialogue's last visit (section 3.3), for a context automaton the turns that the state
 * tracks. The answer is the minimum-Bayes-risk choice among them.
 *
 * @param excluded a dialogue never to be drawn
 */
export function drawExamples(
  { loaded: { view, dialogueIds } }: LiveAutomaton,
  corpus: CorpusReader,
  state: number,
  options: { readonly count: number; readonly seed: number; readonly excluded: DialogueId | null },
): StateExamples {
  const most = Math.max(ANSWER_POOL, options.count);
  const random = createRandom(options.seed);
  const found: AnsweredTurn[] = [];
  const take = (dialogue: DialogueId, round: number): void => {
    if (dialogue !== options.excluded) found.push({ dialogue, round });
  };
  if (view.context) {
    const { automaton, turnDialogues, turnRounds } = view.context;
    const turns = automaton.turns.subarray(automaton.rangeStarts[state], automaton.rangeEnds[state]);
    for (const at of drawWithoutRepetition(turns.length, random)) {
      if (found.length >= most) break;
      take(dialogueIds[turnDialogues[turns[at]!]!] as DialogueId, turnRounds[turns[at]!]!);
    }
  } else {
    const dialogues = view.dialoguesAtState(state);
    for (const at of drawWithoutRepetition(dialogues.length, random)) {
      if (found.length >= most) break;
      const dialogue = dialogueIds[dialogues[at]!]! as DialogueId;
      const last =
        state === 0 ? undefined : view.visitsOf(dialogues[at]!).findLast((visit) => visit.state === state);
      const rounds = corpus.roundsOf(dialogue);
      const after = last?.round ?? -1;
      const round = rounds.findIndex(({ role }, index) => index > after && role === 'system');
      // A system turn that opens its dialogue answers nobody.
      if (rounds[round - 1]?.role === 'user') take(dialogue, round);
    }
  }
  const texts = found.map(({ dialogue, round }) => corpus.roundsOf(dialogue)[round]?.text ?? '');
  const choice = createTextScorer().choose(texts);
  return {
    examples: found.slice(0, options.count),
    answer: choice === null ? null : (found[choice.index] ?? null),
    among: found.length,
  };
}

const SAMPLED_ANSWERS = 500;

interface AnswerTags {
  readonly tags: readonly { readonly tag: string; readonly support: number; readonly share: number }[];
}

/**
 * The tags of the answers that a state of a context automaton tracks, with the share of the answers that carry them.
 * Of more than `SAMPLED_ANSWERS` an even sample is counted, and support is worked out from its share.
 */
export function answerTags(
  { loaded: { view, dialogueIds } }: LiveAutomaton,
  corpus: CorpusReader,
  state: number,
): AnswerTags['tags'] {
  if (!view.context) return [];
  const { automaton, turnDialogues, turnRounds } = view.context;
  const turns = automaton.turns.subarray(automaton.rangeStarts[state], automaton.rangeEnds[state]);
  const sample = evenly(turns.length, SAMPLED_ANSWERS);
  const counts = new Map<string, number>();
  for (const at of sample) {
    const dialogue = dialogueIds[turnDialogues[turns[at]!]!] as DialogueId;
    const round = corpus.roundId(dialogue, turnRounds[turns[at]!]!);
    if (round === undefined) continue;
    for (const tag of corpus.tagsOf(round)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts]
    .map(([tag, count]) => {
      const share = count / sample.length;
      return { tag, share, support: Math.round(share * turns.length) };
    })
    .sort((a, b) => b.share - a.share || (a.tag < b.tag ? -1 : 1));
}
