import { answerText } from '#shared/algorithms/simulation/answer-text.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { DialogueId, RoundId, RunId } from '#shared/domain/ids.ts';
import { requireDialogue } from '../../store/corpus/dialogue-table.ts';
import { type RoundText, roundReader } from '../../store/corpus/round-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { tagNamesFor } from '../../store/runs/tagging-runs.ts';
import type { CorpusTurn } from './conversation.ts';

/** The project's dialogues as a simulation reads them, for one question: nothing is read twice. */
export interface CorpusReader {
  roundsOf(dialogue: DialogueId): readonly RoundText[];
  /** Returns the text of a turn as an answer to somebody else. */
  answer(dialogue: DialogueId, round: number): string;
  /** Returns the current tags of a turn, by the requested run. */
  tagsOf(round: RoundId): string[];
  roundId(dialogue: DialogueId, round: number): RoundId | undefined;
  /** @throws NOT_FOUND if there is no such dialogue or turn */
  turn(dialogue: DialogueId, round: number): CorpusTurn;
}

export function readCorpus(database: ReadDatabase, run: RunId): CorpusReader {
  const roundsOf = roundReader(database);
  const names = new Map<DialogueId, { readonly externalId: string; readonly source: string }>();
  return {
    roundsOf,
    answer: (dialogue, round) =>
      answerText(
        roundsOf(dialogue).map(({ text }) => text),
        round,
      ),
    tagsOf: tagNamesFor(database, run),
    roundId: (dialogue, round) => roundsOf(dialogue)[round]?.id,
    turn(dialogue, round) {
      let name = names.get(dialogue);
      if (!name) {
        const { externalId, source } = requireDialogue(database, dialogue);
        name = { externalId, source };
        names.set(dialogue, name);
      }
      const rounds = roundsOf(dialogue);
      if (round >= rounds.length) {
        throw new DialogramError('NOT_FOUND', `${name.externalId} has no turn ${round}.`, {
          place: name.externalId,
          value: String(round),
          nextStep: `Its turns are 0 to ${rounds.length - 1}.`,
        });
      }
      return { dialogue, ...name, round };
    },
  };
}
