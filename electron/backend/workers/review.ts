import type { AgreementResult } from '#shared/contract/agreement.ts';
import type { Side } from '#shared/contract/review.ts';
import { compareSides } from '../features/agreement/compare-sides.ts';
import { differencesOf, type SideDifference } from '../features/agreement/differences.ts';
import { orderQueue } from '../features/review/order-queue.ts';
import { openForReading } from '../store/database.ts';
import type { QueueContent, QueueSettings } from '../store/review/queue-table.ts';
import { serve } from './serve.ts';

/** What reads all tags of a project at once, and so must not stop the backend thread. */
export type ReviewTask =
  | {
      readonly kind: 'queue';
      readonly path: string;
      readonly settings: QueueSettings;
      readonly includeChecked: boolean;
    }
  | { readonly kind: 'agreement'; readonly path: string; readonly left: Side; readonly right: Side }
  | {
      readonly kind: 'differences';
      readonly path: string;
      readonly left: Side;
      readonly right: Side;
      readonly take: 'left' | 'right';
    };

export type ReviewAnswer = QueueContent | AgreementResult | readonly SideDifference[];

serve<ReviewTask, never, ReviewAnswer>(async (task) => {
  const database = openForReading(task.path);
  try {
    switch (task.kind) {
      case 'queue': {
        const content = orderQueue(database, task.settings, task.includeChecked);
        return { result: content, transfer: [content.rounds.buffer, content.notes.buffer] };
      }
      case 'agreement':
        return { result: compareSides(database, task.left, task.right) };
      case 'differences':
        return { result: differencesOf(database, task.left, task.right, task.take) };
    }
  } finally {
    database.close();
  }
});
