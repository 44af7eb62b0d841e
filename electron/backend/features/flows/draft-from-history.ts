import { type DraftedFlow, draftFlow } from '#shared/algorithms/flows/drafting/draft-flow.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { type HistoryAsked, historyOf } from './history.ts';

/** Drafts a flow from dialogues of a project. With the run whose tags name moves; null if files do. */
export function draftFromHistory(
  database: ReadDatabase,
  name: string,
  share: number | null,
  asked: HistoryAsked,
): DraftedFlow & { readonly run: RunId | null } {
  const { dialogues, run } = historyOf(database, asked);
  const drafted = draftFlow(name, dialogues, share);
  const external = new Map(dialogues.map(({ id, externalId }) => [id, externalId]));
  const nodes = drafted.nodes.map((node) => ({
    ...node,
    examples: node.examples.map((id) => external.get(id)!),
  }));
  return { ...drafted, nodes, run };
}
