import { useEffect } from 'react';
import { useApi, useConnectionStatus } from './api.tsx';
import { invalidate } from './queries.ts';

const RETRY_MS = 1000;

/**
 * Keeps the page's answers current by listening to changes of the open project. After a gap in listening
 * every query is refetched, because changes may have been missed.
 */
export function useProjectChanges(projectPath: string | null): void {
  const { client, queryClient } = useApi();
  const status = useConnectionStatus();

  useEffect(() => {
    if (projectPath === null || status !== 'connected') return;
    const stop = new AbortController();
    const listen = async () => {
      for (let gap = false; !stop.signal.aborted; gap = true) {
        try {
          const changes = await client.projects.changes(undefined, { signal: stop.signal });
          if (gap) await queryClient.invalidateQueries();
          // A slow answer must not delay the next change.
          for await (const change of changes) void invalidate(queryClient, change.topics);
        } catch {
          // The stream has ended; whatever the reason, listen again.
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    };
    void listen();
    return () => stop.abort();
  }, [client, queryClient, projectPath, status]);
}
