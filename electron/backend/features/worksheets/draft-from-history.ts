import {
  type DraftedWorksheet,
  type DraftOptions,
  draftWorksheet,
  type HeardDialogue,
} from '#shared/algorithms/worksheets/drafting/draft-worksheet.ts';
import type { TaggerName } from '#shared/contract/tagging.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { dialogueIdsUpTo, lastDialogue } from '../../store/corpus/dialogue-table.ts';
import { roundReader } from '../../store/corpus/round-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { effectiveTagReader } from '../../store/tags/round-tags.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';
import { dialoguesWhere } from '../filters/index.ts';

interface Run {
  readonly id: RunId;
  readonly tagger: TaggerName;
}

/**
 * Drafts a worksheet from what dialogues ask and answer.
 * @param chosen the turns whose questions count, by dialogue; null for all
 */
export function draftFromHistory(
  database: ReadDatabase,
  where: string,
  run: Run,
  chosen: ReadonlyMap<DialogueId, ReadonlySet<number>> | null,
  options: DraftOptions,
): DraftedWorksheet {
  const only = dialoguesWhere(database, where, run);
  const heard = function* (): Generator<HeardDialogue> {
    const read = dialogueReader(database, run);
    const last = lastDialogue(database);
    for (const id of last === null ? [] : dialogueIdsUpTo(database, last)) {
      const rounds = chosen?.get(id);
      if (only?.has(id) === false || (chosen && !rounds)) continue;
      yield { id, rounds: read(id, rounds ?? null) };
    }
  };
  return draftWorksheet(heard(), options);
}

function dialogueReader(database: ReadDatabase, run: Run) {
  const rounds = roundReader(database, false);
  const tags = effectiveTagReader(database, run, readVocabulary(database));
  return (id: DialogueId, chosen: ReadonlySet<number> | null): HeardDialogue['rounds'] =>
    rounds(id).map((round, at) => ({
      isUser: round.role === 'user',
      text: round.text,
      tags: round.role === 'user' ? [] : tags(round.id).tags.map(({ name }) => name),
      isChosen: chosen?.has(at) ?? true,
    }));
}
