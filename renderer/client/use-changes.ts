import { useEffect } from 'react';
import { useApi, useConnectionStatus } from './api.tsx';
import { invalidate } from './queries.ts';

const RETRY_MS = 1000;

/**
 * Keeps the page's answers true to the open project: listens to what changes in it. After a gap in
 * listening everything is asked again, since changes may have been missed.
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
          // A slow answer must not hold up what changes next.
          for await (const change of changes) void invalidate(queryClient, change.topics);
        } catch {
          // The stream ended; whatever the reason, the page listens anew.
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    };
    void listen();
    return () => stop.abort();
  }, [client, queryClient, projectPath, status]);
}
