import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { TEST_GRAPH } from '../../tests/fixtures/test-graph.ts';
import { connection } from '../client/api.ts';
import { concerns, createQueryClient, invalidate } from '../client/queries.ts';
import { EVERYWHERE, samePlace } from './place.ts';
import { projectQueries } from './queries.ts';

describe('concerns', () => {
  it('is true if a topic is shared', () => {
    expect(concerns({ topics: ['tags', 'runs'] }, ['runs'])).toBe(true);
    expect(concerns({ topics: ['tags'] }, ['runs', 'jobs'])).toBe(false);
    expect(concerns(undefined, ['runs'])).toBe(false);
  });
});

describe('an answer in flight while its topic changes', () => {
  for (const watched of [true, false]) {
    it(`is fetched again ${watched ? 'at once if it is shown' : 'when it is needed'}`, async () => {
      const queryClient = createQueryClient();
      const answers: ((answer: string) => void)[] = [];
      const tags = {
        queryKey: ['tags'],
        queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
        meta: { topics: ['tags'] as const },
      };
      const stop = watched ? new QueryObserver(queryClient, tags).subscribe(() => {}) : () => {};
      const first = queryClient.fetchQuery(tags);
      const changed = invalidate(queryClient, ['tags']);
      await vi.waitFor(() => expect(answers).toHaveLength(1), 600_000);
      answers[0]?.('before the change');
      expect(await first).toBe('before the change');
      const second = watched ? changed : changed.then(() => queryClient.fetchQuery(tags));
      await vi.waitFor(() => expect(answers).toHaveLength(2), 600_000);
      answers[1]?.('after the change');
      await second;
      expect(queryClient.getQueryData(tags.queryKey)).toBe('after the change');
      stop();
    });
  }
});

describe('the graph of an automaton', () => {
  it('is not fetched again after an edit of tags', async () => {
    const column = '0,1';
    const states = { roles: column, support: column, ends: column, merged: column, depths: column };
    const transitions = { from: '0', to: '1', symbol: '0', support: '1' };
    const graph = vi.fn(async () => ({ ...TEST_GRAPH, states, transitions }));
    const list = vi.fn(async () => []);
    const automata: Readonly<Record<string, () => Promise<unknown>>> = { graph, list };
    connection.open(({ linked }) => linked({ call: async ([, method = '']) => automata[method]?.() }));
    const queryClient = createQueryClient();
    const stop = [
      new QueryObserver(queryClient, projectQueries.graph(TEST_GRAPH.summary.id)).subscribe(() => {}),
      new QueryObserver(queryClient, projectQueries.automata).subscribe(() => {}),
    ];
    const read = await queryClient.fetchQuery(projectQueries.graph(TEST_GRAPH.summary.id));
    expect(read.states.support).toEqual([0, 1]);
    await queryClient.fetchQuery(projectQueries.automata);
    await invalidate(queryClient, ['tags', 'automata', 'project']);
    expect(list).toHaveBeenCalledTimes(2);
    expect(graph).toHaveBeenCalledTimes(1);
    for (const each of stop) each();
  });
});

describe('samePlace', () => {
  const refund = { role: 'user', tag: 'refund' } as const;
  it('compares places by value', () => {
    expect(samePlace(EVERYWHERE, { kind: 'all' })).toBe(true);
    expect(samePlace({ kind: 'state', state: 3 }, { kind: 'state', state: 3 })).toBe(true);
    expect(samePlace({ kind: 'state', state: 3 }, { kind: 'state', state: 4 })).toBe(false);
    expect(samePlace({ kind: 'state', state: 3 }, EVERYWHERE)).toBe(false);
    expect(
      samePlace(
        { kind: 'transition', from: 1, to: 2, symbol: refund },
        { kind: 'transition', from: 1, to: 2, symbol: { ...refund } },
      ),
    ).toBe(true);
    expect(
      samePlace(
        { kind: 'transition', from: 1, to: 2, symbol: refund },
        { kind: 'transition', from: 1, to: 2, symbol: { role: 'system', tag: 'refund' } },
      ),
    ).toBe(false);
  });
});
