import type { ReplayedDialogue } from '#shared/algorithms/flows/replay-flow.ts';
import { eachLabelledDialogue } from '../../store/corpus/labelled-dialogues.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { flowTurn, tasksOf } from './read-labelled.ts';

/** What a project's dialogues have to do with a task. */
interface TaskHistory {
  /** Those of that task alone. */
  readonly only: ReplayedDialogue[];
  /** Those that name it. */
  readonly named: ReplayedDialogue[];
  readonly all: ReplayedDialogue[];
}

export function historyOfTask(database: ReadDatabase, task: string): TaskHistory {
  const history: TaskHistory = { only: [], named: [], all: [] };
  for (const { externalId, domains, extra, turns } of eachLabelledDialogue(database)) {
    const dialogue = { id: externalId, turns: turns.map(flowTurn) };
    const tasks = tasksOf(extra, domains);
    history.all.push(dialogue);
    if (!tasks.includes(task) && !domains.includes(task)) continue;
    history.named.push(dialogue);
    if (tasks.length === 1) history.only.push(dialogue);
  }
  return history;
}

/** Where a task stands in no dialogue, all; where some have it alone, those: with others, other flows are followed. */
export const heldAgainst = ({ only, named, all }: TaskHistory): readonly ReplayedDialogue[] =>
  [only, named].find(({ length }) => length > 0) ?? all;
