import { type DraftedFlow, draftFlow } from '#shared/algorithms/flows/draft-flow.ts';
import { openForReading } from '../../store/database.ts';
import { serve } from '../../workers/serve.ts';
import { historyOfTask } from './history-of-task.ts';

export interface DraftWork {
  readonly input: { readonly path: string; readonly task: string };
  readonly progress: never;
  readonly result: DraftedFlow;
}

serve<DraftWork>(async ({ path, task }) => {
  const database = openForReading(path);
  try {
    const { only, named } = historyOfTask(database, task);
    return { result: draftFlow(task, only.length > 0 ? only : named) };
  } finally {
    database.close();
  }
});
