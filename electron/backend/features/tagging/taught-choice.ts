import { z } from 'zod';
import { accuracySchema } from '#shared/contract/teaching.ts';
import { formatAmount, formatShare } from '#shared/domain/figure-text.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { listRuns } from '../../store/runs/run-table.ts';
import { answersIn, TAUGHT } from '../../store/tags/taught-answers.ts';

const resultSchema = z.object({ accuracy: accuracySchema });

/** Describes the answers of the taught tagger, and its accuracy when it last tagged all turns. */
export function describeTaught(database: ReadDatabase): {
  /** As text; null without answers. */
  readonly by: string | null;
  /** The reason why it cannot tag turns yet; null if it can. */
  readonly missing: string | null;
} {
  const answers = answersIn(database);
  const moves = new Set([...answers.values()].flat());
  const by = `It was taught by ${formatAmount(answers.size, 'turn')} with ${formatAmount(moves.size, 'move')}.`;
  return {
    by: answers.size === 0 ? null : [by, accuracyOfLast(database)].filter(Boolean).join(' '),
    missing: moves.size < 2 ? 'Answer some turns in Teach first, with at least two different moves.' : null,
  };
}

/** Returns the accuracy of the last run with this project's own answers. */
function accuracyOfLast(database: ReadDatabase): string | null {
  const last = listRuns(database, 'tagging').find(
    ({ params }) => params.tagger === TAUGHT && params.from === null,
  );
  const accuracy = last && resultSchema.safeParse(last.result).data?.accuracy;
  if (!accuracy || accuracy.mean === null) return null;
  const { mean, low, high } = accuracy;
  const times = `${formatShare(mean)} (${formatShare(low)} to ${formatShare(high)})`;
  return `With ${formatAmount(Number(last?.params.answers), 'turn')} it was right in ${times} of answers it had not seen.`;
}
