import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { createQueryClient } from '../../client/queries.ts';
import { providerQueries } from './queries.ts';

it('starts a form with the current servers, not with cached ones', async () => {
  const list = vi.fn(async () => ({ providers: [] }));
  const queryClient = createQueryClient();
  const queries = providerQueries({ providers: { list } } as unknown as DialogramClient);
  const settings = new QueryObserver(queryClient, queries.list);
  const close = settings.subscribe(() => {});
  await vi.waitFor(() => expect(settings.getCurrentResult().isSuccess).toBe(true), 600_000);
  close();
  await vi.waitFor(() => expect(queryClient.getQueryCache().getAll()).toEqual([]), 600_000);
  expect(new QueryObserver(queryClient, queries.list).getCurrentResult().data).toBeUndefined();
});
