import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { useApi } from '../../client/api.tsx';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { jobQueries } from '../jobs/index.ts';

const READS_DIALOGUES: readonly string[] = ['import', 'refresh'];
const MATTERS: readonly string[] = [...READS_DIALOGUES, 'picture', 'learning'];
/** With fewer dialogues a person can read them all, so topics do not help. */
const LEAST_DIALOGUES = 20;

/** Finds topics automatically after an import. The graph comes first. */
export function FindAfterImport() {
  const { client } = useApi();
  const listed = useQuery(jobQueries(client).jobs).data;
  const running = useRef(new Set<string>());
  useEffect(() => {
    const ended: string[] = [];
    for (const { id, kind, state } of (listed ?? []).filter(({ kind }) => MATTERS.includes(kind))) {
      if (state === 'done') {
        if (running.current.delete(id)) ended.push(kind);
      } else running.current.add(id);
    }
    if (ended.length > 0) findTopics(client, ended).catch(tellError);
  }, [listed, client]);
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
