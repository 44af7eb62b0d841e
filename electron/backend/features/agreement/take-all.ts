import { DialogramError } from '#shared/contract/errors.ts';
import type { Side } from '#shared/contract/review.ts';
import type { TaggingRun } from '#shared/contract/tagging.ts';
import { commitLargeEdit, type Editor } from '../../editing/commit.ts';
import { tagDecider } from '../../editing/decide-tags.ts';
import { breathe } from '../../jobs/breathe.ts';
import { columnsOf, type DecisionChange } from '../../store/edits/log/edit-changes.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import { readDifferences } from './read-differences.ts';
import { titleOfSide } from './read-sides.ts';

/** Number of turns to decide on before yielding to other work. */
const BATCH = 500;

/**
 * Applies the tags of one side to every turn that the sides differ on, as one edit, or only counts the
 * changes.
 * @throws BUSY if somebody else changed tags in the meantime
 */
export async function takeAll(
  by: Editor,
  run: TaggingRun,
  asked: {
    readonly left: Side;
    readonly right: Side;
    readonly take: 'left' | 'right';
    readonly apply: boolean;
  },
) {
  const { database } = by.project;
  const { left, right, take, apply } = asked;
  const title = titleOfSide(database, take === 'left' ? left : right);
  const version = versionOf(database, 'edit_version');
  const differences = await readDifferences(by.project, left, right, take);
  const total = { rounds: 0, added: 0, removed: 0 };
  const changes: DecisionChange[] = [];
  const decide = tagDecider(database, run, { create: apply });
  for (const [at, { round, tags }] of differences.entries()) {
    if (at % BATCH === BATCH - 1) await breathe();
    const decision = decide(round, () => tags, { pin: false });
    if (decision.added.length + decision.removed.length === 0) continue;
    total.rounds++;
    total.added += decision.added.length;
    total.removed += decision.removed.length;
    if (apply) changes.push(...decision.changes);
  }
  if (!apply) return { ...total, outcome: null };
  // Every change includes the state before, so nothing may have changed since it was read.
  if (versionOf(database, 'edit_version') !== version) {
    throw new DialogramError('BUSY', 'Tags changed while the two sides were compared.', {
      nextStep: 'Try again.',
    });
  }
  const words = total.rounds === 1 ? '1 turn' : `${total.rounds} turns`;
  const outcome = await commitLargeEdit(
    by,
    'set-tags',
    `Take ${words} from ${title}`,
    columnsOf(run.tagger, changes),
  );
  return { ...total, outcome };
}
