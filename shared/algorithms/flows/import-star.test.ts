import { describe, expect, it } from 'vitest';
import { importStarTask } from './import-star.ts';
import { flowErrors, validateFlow } from './validate-flow.ts';

const TASK = {
  name: 'boat_book',
  task: 'book_boat',
  replies: {
    hello: 'Hello, how can I help?',
    ask_name: 'Who are you?',
    boat_ask_day: 'For what day?',
    boat_ask_seats: 'For how many?',
    boat_ask_captain: 'Do you need a captain?',
    boat_inform_available: 'The {boat_name:s} is free on {day:s}. Shall I book it?',
    boat_inform_unavailable: 'Nothing is free then.',
    boat_inform_booked: 'It is booked as {number:d}.',
    boat_inform_colour: 'It is {colour:s}.',
    boat_inform_nothing_found: 'There is no such boat.',
    boat_bye: 'Thank you and goodbye.',
    anything_else: 'Anything else?',
    out_of_scope: 'I only book boats.',
    query_check: 'Query Check',
    query_book: 'Query Book',
    available: 'Available',
    unavailable: 'Unavailable',
    yes: 'Yes',
    no: 'No',
  },
  graph: {
    hello: 'ask_name',
    ask_name: 'boat_ask_day',
    boat_ask_day: 'boat_ask_seats',
    boat_ask_seats: 'query_check',
    available: 'boat_inform_available',
    unavailable: 'boat_inform_unavailable',
    yes: 'query_book',
    no: 'boat_ask_day',
    query_book: 'boat_inform_booked',
    boat_inform_booked: 'anything_else',
  },
  wordings: { hello: ['hi', 'good day'] },
  api: {
    input: [
      { Name: 'Day', Type: 'Categorical', Categories: ['Monday', 'Tuesday'] },
      { Name: 'Seats', Type: 'Integer' },
    ],
    output: [{ Name: 'BoatName', Type: 'ShortString' }],
  },
};

describe('importStarTask', () => {
  const flow = importStarTask(TASK);

  it('makes one request of a chain of questions, and cuts it where another edge leads in', () => {
    const requests = flow.nodes.flatMap((node) => (node.type === 'request' ? [Object.keys(node.slots)] : []));
    expect(requests).toEqual([['customer_name'], ['day', 'seats', 'captain']]);
  });

  it('types slots by the API and the name, and takes what no arrow reaches as optional', () => {
    const slots = flow.nodes.flatMap((node) => (node.type === 'request' ? Object.entries(node.slots) : []));
    expect(slots.map(([name, { type, rule }]) => [name, type, rule])).toEqual([
      ['customer_name', 'name', undefined],
      ['day', 'date', undefined],
      ['seats', 'integer', undefined],
      ['captain', 'string', 'optional'],
    ]);
    expect(slots[1]?.[1]).toMatchObject({ examples: ['Monday', 'Tuesday'], label: 'boat_ask_day' });
  });

  it('hangs the conditions where the schema leaves open from what they are decided', () => {
    const named = (id: string) => {
      const node = flow.nodes.find((other) => other.id === id);
      if (node?.type === 'external_action') return node.query;
      return node?.type === 'request' ? Object.keys(node.slots)[0] : node?.label;
    };
    expect(
      flow.edges.map(({ source, target, condition }) => [named(source), condition, named(target)]),
    ).toEqual([
      ['customer_name', undefined, 'day'],
      ['day', undefined, 'check'],
      ['check', 'Available', 'boat_inform_available'],
      ['check', 'Unavailable', 'boat_inform_unavailable'],
      ['boat_inform_available', 'yes', 'book'],
      ['boat_inform_available', 'no', 'day'],
      ['book', undefined, 'boat_inform_booked'],
      ['boat_inform_available', 'user asks for colour', 'boat_inform_colour'],
      ['check', 'nothing found', 'boat_inform_nothing_found'],
    ]);
  });

  it('books only after a yes, even if the schema draws no condition, and goes back after nothing found', () => {
    const { yes: _yes, no: _no, ...graph } = TASK.graph;
    const { edges, nodes } = importStarTask({
      ...TASK,
      replies: { ...TASK.replies, boat_inform_nothing_found: 'None. Would you like to change anything?' },
      graph: {
        ...graph,
        boat_inform_available: 'query_book',
        unavailable: 'boat_inform_nothing_found',
      },
    });
    const idOf = (label: string) => nodes.find((node) => 'label' in node && node.label === label)?.id;
    const from = (id: string | undefined) => edges.filter(({ source }) => source === id);
    expect(from(idOf('boat_inform_available')).map(({ condition }) => condition)).toContain('yes');
    expect(from(idOf('boat_inform_available')).map(({ condition }) => condition)).not.toContain(undefined);
    expect(from(idOf('boat_inform_nothing_found'))).toEqual([
      { source: idOf('boat_inform_nothing_found'), target: '1' },
    ]);
  });

  it("names a template's fields by what fills them, and keeps the actions that belong to no step", () => {
    expect(flow.nodes.map((node) => 'message' in node && node.message)).toContain(
      'The [boat_name] is free on [day]. Shall I book it?',
    );
    expect(flow.globalActions).toEqual([
      { id: 'hello', message: 'Hello, how can I help?', examples: ['hi', 'good day'], label: 'hello' },
    ]);
    expect(flow.fallbackActions.map(({ id, label }) => [id, label])).toEqual([
      ['boat_bye', 'goodbye_1'],
      ['anything_else', 'anything_else'],
      ['out_of_scope', 'out_of_scope'],
    ]);
    expect(flow.functions[0]?.outputs).toEqual({ boat_name: 'name', number: 'integer', colour: 'string' });
  });

  it('starts at what follows the greeting, and makes the same flow again', () => {
    expect(flow.start).toBe('1');
    expect(flowErrors(validateFlow(flow))).toEqual([]);
    expect(importStarTask(structuredClone(TASK))).toEqual(flow);
  });
});
