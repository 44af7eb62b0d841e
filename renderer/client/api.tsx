import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { Connection, ConnectionStatus } from './connect.ts';
import type { Native } from './native.ts';
import { invalidate } from './queries.ts';

export interface Api {
  readonly connection: Connection;
  readonly client: DialogramClient;
  readonly native: Native;
}

const ApiContext = createContext<Api | null>(null);

export function ApiProvider({ api, children }: { readonly api: Api; readonly children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

export function useApi(): Api & { readonly queryClient: QueryClient } {
  const api = useContext(ApiContext);
  const queryClient = useQueryClient();
  if (!api) throw new Error('useApi needs an ApiProvider above it.');
  return { ...api, queryClient };
}

export function useConnectionStatus(): ConnectionStatus {
  const { connection } = useApi();
  return useSyncExternalStore(connection.subscribe, connection.status);
}

const RETRY_MS = 1000;

/** Keeps answers current. After a lost connection, refetches all queries, because changes may have been missed. */
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
          // The stream has ended, so listen again.
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    };
    void listen();
    return () => stop.abort();
  }, [client, queryClient, projectPath, status]);
}
