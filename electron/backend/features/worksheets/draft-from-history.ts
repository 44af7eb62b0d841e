import {
  type DraftOptions,
  draftWorksheet,
  type HeardDialogue,
} from '#shared/algorithms/worksheets/drafting/draft-worksheet.ts';
import type { TaggerName } from '#shared/contract/tagging.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import type { DraftedWorksheet } from '#shared/domain/worksheet.ts';
import { dialogueIdsUpTo, lastDialogue } from '../../store/corpus/dialogue-table.ts';
import { turnReader } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';
import { effectiveTagReader } from '../../store/tags/turn-tags.ts';
import { dialoguesWhere } from '../filters/index.ts';

interface Run {
  readonly id: RunId;
  readonly tagger: TaggerName;
}

/** @param chosen the turns whose questions count, by dialogue; null for all */
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
      const turns = chosen?.get(id);
      if (only?.has(id) === false || (chosen && !turns)) continue;
      yield { id, turns: read(id, turns ?? null) };
    }
  };
  return draftWorksheet(heard(), options);
}

function dialogueReader(database: ReadDatabase, run: Run) {
  const turns = turnReader(database, false);
  const tags = effectiveTagReader(database, run, readVocabulary(database));
  return (id: DialogueId, chosen: ReadonlySet<number> | null): HeardDialogue['turns'] =>
    turns(id).map((turn, at) => ({
      isUser: turn.role === 'user',
      text: turn.text,
      tags: turn.role === 'user' ? [] : tags(turn.id).tags.map(({ name }) => name),
      isChosen: chosen?.has(at) ?? true,
    }));
}
