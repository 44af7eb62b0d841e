import { dialogueHeads } from '../../store/corpus/dialogue-table.ts';
import { utteranceReader } from '../../store/corpus/utterance-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { joinRounds, type SourceDialogue } from '../retrieval/index.ts';

/**
 * A project's dialogues with the acts of their files, in canonical order (source name, then external id). Their id
 * is the external one; where two sources have the same, the source's name and a slash stand before it.
 */
export function readProjectDialogues(database: ReadDatabase): SourceDialogue[] {
  const heads = dialogueHeads(database);
  const seen = new Map<string, number>();
  for (const { externalId } of heads) seen.set(externalId, (seen.get(externalId) ?? 0) + 1);
  const utterancesOf = utteranceReader(database);
  return heads.map(({ id, externalId, source }) => {
    const name = seen.get(externalId) === 1 ? externalId : `${source}/${externalId}`;
    return { id: name, rounds: joinRounds(utterancesOf(id)) };
  });
}
