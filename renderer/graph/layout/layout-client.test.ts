import { describe, expect, it } from 'vitest';
import { type Layout, layOut } from '#shared/algorithms/layout/lay-out.ts';
import { TEST_GRAPH } from '../../../tests/fixtures/test-graph.ts';
import { createLayoutClient } from './layout-client.ts';
import type { LayoutAnswer, LayoutRequest } from './layout-messages.ts';

const filter = (minSupport: number) => ({ minSupport, maxDepth: Number.POSITIVE_INFINITY });

function bench() {
  const sent: LayoutRequest[] = [];
  const layouts: { layout: Layout; tidied: boolean }[] = [];
  const failures: string[] = [];
  const busy: boolean[] = [];
  let deliver: (answer: LayoutAnswer) => void = () => {};
  const client = createLayoutClient(
    {
      post: (request) => sent.push(request),
      listen: (onAnswer) => {
        deliver = onAnswer;
      },
    },
    {
      onLayout: (layout, tidied) => layouts.push({ layout, tidied }),
      onFailure: (message) => failures.push(message),
      onBusy: (isBusy) => busy.push(isBusy),
    },
  );
  const asked = () => sent.filter((request) => request.kind === 'layout');
  const answer = (request: LayoutRequest) => {
    if (request.kind !== 'layout') return;
    const { epoch, ticket, tidy } = request;
    deliver({ kind: 'layout', epoch, ticket, tidy, layout: layOut(TEST_GRAPH, request.filter, null) });
  };
  return {
    client,
    asked,
    answer,
    layouts,
    failures,
    busy,
    deliver: (message: LayoutAnswer) => deliver(message),
  };
}

describe('createLayoutClient', () => {
  it('sends one request at a time and keeps only the newest waiting', () => {
    const { client, asked, answer, layouts, busy } = bench();
    client.open(TEST_GRAPH);
    for (const support of [10, 20, 30, 40]) client.ask(filter(support), false);
    expect(asked().map((request) => request.filter.minSupport)).toEqual([10]);
    answer(asked()[0]);
    expect(asked().map((request) => request.filter.minSupport)).toEqual([10, 40]);
    expect(busy.at(-1)).toBe(true);
    answer(asked()[1]);
    expect(busy.at(-1)).toBe(false);
    expect(layouts.map(({ layout }) => layout.filter.minSupport)).toEqual([10, 40]);
    expect(asked()).toHaveLength(2);
  });

  it('keeps a waiting request to tidy', () => {
    const { client, asked, answer } = bench();
    client.open(TEST_GRAPH);
    client.ask(filter(10), false);
    client.ask(filter(20), true);
    client.ask(filter(30), false);
    answer(asked()[0]);
    expect(asked()[1]).toMatchObject({ tidy: true, filter: { minSupport: 30 } });
  });

  it('drops the answers of an automaton that is no longer open', () => {
    const { client, asked, answer, layouts } = bench();
    client.open(TEST_GRAPH);
    client.ask(filter(10), true);
    client.open(TEST_GRAPH);
    client.ask(filter(20), true);
    answer(asked()[0]);
    expect(layouts).toEqual([]);
    answer(asked()[1]);
    expect(layouts.map(({ layout }) => layout.filter.minSupport)).toEqual([20]);
  });

  it('reports a failure and continues with the waiting request', () => {
    const { client, asked, deliver, failures } = bench();
    client.open(TEST_GRAPH);
    client.ask(filter(10), false);
    client.ask(filter(20), false);
    const { epoch, ticket } = asked()[0];
    deliver({ kind: 'failed', epoch, ticket, message: 'no room' });
    expect(failures).toEqual(['no room']);
    expect(asked()[1]).toMatchObject({ filter: { minSupport: 20 } });
  });
});
