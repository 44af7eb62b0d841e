import { type DraftedFlow, draftFlow } from '#shared/algorithms/flows/drafting/draft-flow.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { openForReading } from '../../store/database.ts';
import { serve } from '../../workers/serve.ts';
import { type HistoryAsked, historyOf } from './history.ts';

export interface DraftWork {
  readonly input: HistoryAsked & {
    readonly path: string;
    readonly name: string;
    readonly share: number | null;
  };
  readonly progress: never;
  /** With the run whose tags name moves; null if files do. */
  readonly result: DraftedFlow & { readonly run: RunId | null };
}

serve<DraftWork>(async ({ path, name, share, ...asked }) => {
  const database = openForReading(path);
  try {
    const { dialogues, run } = historyOf(database, asked);
    const drafted = draftFlow(name, dialogues, share);
    const external = new Map(dialogues.map(({ id, externalId }) => [id, externalId]));
    const nodes = drafted.nodes.map((node) => ({
      ...node,
      examples: node.examples.map((id) => external.get(id)!),
    }));
    return { result: { ...drafted, nodes, run } };
  } finally {
    database.close();
  }
});
