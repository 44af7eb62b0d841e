import type { DialogramClient } from '#shared/contract/contract.ts';
import { useApi } from '../../client/api.tsx';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { useDoneJobs } from '../jobs/index.ts';

const READS_DIALOGUES: readonly string[] = ['import', 'refresh'];
const MATTERS: readonly string[] = [...READS_DIALOGUES, 'picture', 'learning'];
/** With fewer dialogues a person can read them all, so topics do not help. */
const LEAST_DIALOGUES = 20;

export function FindAfterImport() {
  const { client } = useApi();
  useDoneJobs(MATTERS, (jobs) => {
    findTopics(
      client,
      jobs.map(({ kind }) => kind),
    ).catch(tellError);
  });
  return null;
}

/** @param ended the kinds of the jobs that have just ended */
async function findTopics(client: DialogramClient, ended: readonly string[]): Promise<void> {
  const project = await client.projects.current();
  if (!project || project.counts.dialogues < LEAST_DIALOGUES || project.counts.automata === 0) return;
  if (!ended.some((kind) => READS_DIALOGUES.includes(kind))) {
    const found = await client.topics.cards({});
    if (found && !found.isOutdated) return;
  }
  await client.topics.find({ background: true });
}
