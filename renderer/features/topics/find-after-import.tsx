import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApi } from '../../client/api.tsx';
import { isUnderWay } from '../../client/job-state.ts';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { jobQueries } from '../jobs/index.ts';

const READS_DIALOGUES: readonly string[] = ['import', 'refresh'];
/** With fewer dialogues a person can read them all, so topics do not help. */
const LEAST_DIALOGUES = 20;

/** Finds topics automatically after dialogues were imported. */
export function FindAfterImport() {
  const { client } = useApi();
  const listed = useQuery(jobQueries(client).jobs).data;
  const running = useRef(new Set<string>());
  useEffect(() => {
    let isImported = false;
    for (const job of listed ?? []) {
      if (!READS_DIALOGUES.includes(job.kind)) continue;
      if (isUnderWay(job)) running.current.add(job.id);
      else if (running.current.delete(job.id) && job.state === 'done') isImported = true;
    }
    if (!isImported) return;
    client.projects
      .current()
      .then(async (project) => {
        if (project && project.counts.dialogues >= LEAST_DIALOGUES) await client.topics.find({});
      })
      .catch(tellError);
  }, [listed, client]);
  return null;
}
