import type { RoundId } from '#shared/domain/ids.ts';
import { openForReading } from '../../store/database.ts';
import type { QueueContent, QueueSettings } from '../../store/review/queue-table.ts';
import { serve } from '../../workers/serve.ts';
import { orderQueue } from './order-queue.ts';

export interface ReviewWork {
  readonly input: {
    readonly path: string;
    readonly settings: QueueSettings;
    readonly includeChecked: boolean;
    /** The turns that the similarity of the settings' filter selects. */
    readonly near: readonly RoundId[] | undefined;
  };
  readonly progress: never;
  readonly result: QueueContent;
}

/** Orders a queue, which reads all tags of a project at once. */
serve<ReviewWork>(async ({ path, settings, includeChecked, near }) => {
  const database = openForReading(path);
  try {
    const content = orderQueue(database, settings, includeChecked, near);
    return { result: content, transfer: [content.rounds.buffer, content.notes.buffer, content.alike.buffer] };
  } finally {
    database.close();
  }
});
