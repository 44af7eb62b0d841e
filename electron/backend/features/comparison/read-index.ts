import type { RetrievalDialogue } from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import { externalIdOf, roleAt } from '#shared/domain/dialogue.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { allTurnTexts } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import { readTaggedRows } from '../../store/tags/learning-rows.ts';
import { isHeldOut } from '../retrieval/index.ts';

export interface IndexSelection {
  readonly run: RunId;
  readonly tagger: string;
  readonly heldOutShare: number;
}

export interface IndexDialogues {
  readonly dialogues: readonly RetrievalDialogue[];
  /** One entry per dialogue: its id in the project. */
  readonly dialogueIds: Int32Array;
  /** One entry per dialogue: the project's ids of its turns. */
  readonly turnIds: readonly Int32Array[];
  readonly heldOut: number;
  /** As long as this number is the same, the dialogues, turns and texts are the same. */
  readonly corpusVersion: number;
}

/** @param before an earlier result for the same test share; if the words are unchanged, only tags are read again */
export function readIndexDialogues(
  database: ReadDatabase,
  { run, tagger, heldOutShare }: IndexSelection,
  before: IndexDialogues | null = null,
): IndexDialogues {
  // One transaction keeps version, words and tags consistent.
  return database.transaction((): IndexDialogues => {
    const corpusVersion = versionOf(database, 'corpus_version');
    const rows = readTaggedRows(database, run, tagger);
    const tagsOf = (turn: number): string[] =>
      Array.from(
        rows.tagIds.subarray(rows.tagOffsets[turn], rows.tagOffsets[turn + 1]),
        (id) => rows.tagNames[id] as string,
      );
    const kept = [...rows.keys.entries()].filter(([, key]) => !isHeldOut(externalIdOf(key), heldOutShare));
    if (before?.corpusVersion === corpusVersion) {
      const dialogues = kept.map(([at, key], place) => {
        const first = rows.turnOffsets[at]!;
        const { turns } = required(before.dialogues[place], key);
        return { key, turns: turns.map((turn, index) => ({ ...turn, tags: tagsOf(first + index) })) };
      });
      return { ...before, dialogues };
    }
    const texts = allTurnTexts(database);
    return {
      dialogues: kept.map(([at, key]) => ({
        key,
        turns: texts.slice(rows.turnOffsets[at], rows.turnOffsets[at + 1]).map((text, place) => {
          const turn = rows.turnOffsets[at]! + place;
          return { role: roleAt(rows.turnRoles[turn]!), text, tags: tagsOf(turn) };
        }),
      })),
      dialogueIds: Int32Array.from(kept, ([at]) => rows.dialogueIds[at]!),
      turnIds: kept.map(([at]) => rows.turnIds.slice(rows.turnOffsets[at], rows.turnOffsets[at + 1])),
      heldOut: rows.keys.length - kept.length,
      corpusVersion,
    };
  })();
}
