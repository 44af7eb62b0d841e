import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { connection } from '../../client/api.ts';
import { createQueryClient } from '../../client/queries.ts';
import { providerQueries } from './queries.ts';

it('starts a form with the current servers, not with cached ones', async () => {
  const list = vi.fn(async () => ({ providers: [] }));
  const queryClient = createQueryClient();
  connection.open(({ linked }) => linked({ call: list }));
  const settings = new QueryObserver(queryClient, providerQueries.list);
  const close = settings.subscribe(() => {});
  await vi.waitFor(() => expect(settings.getCurrentResult().isSuccess).toBe(true), 600_000);
  close();
  await vi.waitFor(() => expect(queryClient.getQueryCache().getAll()).toEqual([]), 600_000);
  expect(new QueryObserver(queryClient, providerQueries.list).getCurrentResult().data).toBeUndefined();
});
