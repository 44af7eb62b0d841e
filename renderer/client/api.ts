import { useEffect, useSyncExternalStore } from 'react';
import { type ConnectionStatus, createConnection } from './connect.ts';
import { nativeOf } from './native.ts';
import { createQueryClient, invalidate } from './queries.ts';

/** The page has one connection, which `main.tsx` opens. Earlier calls wait for it. */
export const connection = createConnection();
export const { client } = connection;
export const native = nativeOf(client);
export const queryClient = createQueryClient();

export function useConnectionStatus(): ConnectionStatus {
  return useSyncExternalStore(connection.subscribe, connection.status);
}

const RETRY_MS = 1000;

/** Keeps answers current. After a lost connection, refetches all queries, because changes may have been missed. */
export function useProjectChanges(projectPath: string | null): void {
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
          // The stream has ended, so listen again.
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    };
    void listen();
    return () => stop.abort();
  }, [projectPath, status]);
}
