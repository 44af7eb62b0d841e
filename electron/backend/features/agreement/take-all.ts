import type { Side } from '#shared/contract/review.ts';
import type { TaggingRun } from '#shared/contract/tagging.ts';
import type { OpenProject } from '../../open-project.ts';
import { columnsOf, type DecisionChange } from '../../store/edit-changes.ts';
import { tagDecider } from '../review/decide-tags.ts';
import { commitLargeEdit, type Signature } from '../tagging/commit.ts';
import type { SideDifference } from './differences.ts';
import { titleOfSide } from './read-sides.ts';

/** Gives every round that the sides differ on the tags of one of them, as one edit; or only counts. */
export async function takeAll(
  project: OpenProject,
  by: Signature,
  run: TaggingRun,
  left: Side,
  right: Side,
  take: 'left' | 'right',
  apply: boolean,
) {
  const { database, path } = project;
  const title = titleOfSide(database, take === 'left' ? left : right);
  const differences = await project.review.ask<readonly SideDifference[]>({
    kind: 'differences',
    path,
    left,
    right,
    take,
  });
  const total = { rounds: 0, added: 0, removed: 0 };
  const decide = database.transaction((onlyCount: boolean) => {
    const changes: DecisionChange[] = [];
    const decider = tagDecider(database, run, { create: !onlyCount });
    for (const { round, tags } of differences) {
      const decision = decider(round, () => tags, { pin: false });
      if (decision.added.length + decision.removed.length === 0) continue;
      total.rounds++;
      total.added += decision.added.length;
      total.removed += decision.removed.length;
      if (!onlyCount) changes.push(...decision.changes);
    }
    return changes;
  });
  const changes = decide(!apply);
  if (!apply) return { ...total, outcome: null };
  const words = total.rounds === 1 ? '1 round' : `${total.rounds} rounds`;
  const outcome = await commitLargeEdit(
    database,
    by,
    'set-tags',
    `Take ${words} from ${title}`,
    columnsOf(run.tagger, changes),
  );
  return { ...total, outcome };
}
