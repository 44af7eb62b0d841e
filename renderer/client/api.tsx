import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { Connection, ConnectionStatus } from './connect.ts';
import type { Native } from './native.ts';

/** The connection, the client and the shell's abilities, for components. */
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
