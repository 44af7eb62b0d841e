import { expect, it } from 'vitest';
import { BOAT } from '../../../tests/fixtures/boat-flow.ts';
import { declared, field, setOf, sheet, turnsOf } from '../../../tests/fixtures/worksheet-runs.ts';
import { flowGraph } from '../flows/flow-graph.ts';
import { flowErrors, validateFlow } from '../flows/validate-flow.ts';
import { compile } from '../worksheets/runtime/compile.ts';
import { validateWorksheets } from '../worksheets/validation/validate.ts';
import { flowOfWorksheets } from './flow-of-worksheets.ts';
import { worksheetsOfFlow } from './worksheets-of-flow.ts';

const TICKET = setOf(
  [
    sheet(
      'Ticket',
      [
        field('topic', 'Enum', { values: ['Bill', 'Card'], description: 'What is it about?' }),
        field('amount', 'float', { predicate: 'self.topic == "Bill"', validation: 'self.amount > 0' }),
        field('card', 'Card', { predicate: 'self.topic == "Card"' }),
        field('phone', 'str', { confirm: true, description: 'Which number may we call?' }),
        field('note', 'str', { required: false, predicate: 'self.amount > 100' }),
        field('confirm', 'confirm', { actions: 'if self.confirm == False:\n    >say("Nothing was done.")' }),
      ],
      { backend: 'open_ticket', actions: '>say(f"We call {self.phone}.")' },
    ),
    sheet('Card', [field('trouble', 'Enum', { values: ['Lost', 'Stolen'] })]),
  ],
  [declared('open_ticket', ['topic', 'phone'], '"open"')],
);

it('makes a flow of worksheets that has no errors: fields asked in turn, choices as edges, a yes before the action', () => {
  const { flow, lost } = flowOfWorksheets('ticket', TICKET);
  expect(flowErrors(validateFlow(flow))).toEqual([]);
  expect(
    flow.nodes.map((node) => (node.type === 'request' ? Object.keys(node.slots).join() : node.type)),
  ).toEqual([
    'topic',
    'amount',
    'trouble',
    'phone',
    'inform_and_confirm',
    'note',
    'inform_and_confirm',
    'inform',
    'external_action',
    'inform',
  ]);
  const edges = flowGraph(flow).out('1');
  expect(edges.map(({ target, condition }) => [target, condition])).toEqual([
    ['2', 'Bill'],
    ['3', 'Card'],
    ['4', undefined],
  ]);
  expect(flow.nodes.at(-1)).toMatchObject({ message: 'We call [phone].' });
  expect(flow.functions).toEqual([
    { name: 'open_ticket', inputs: { topic: 'categorical', phone: 'string' }, outputs: {} },
  ]);
  expect(lost.map(({ place }) => place)).toEqual(['Ticket.amount', 'Ticket.note', 'open_ticket']);
});

it('makes worksheets of a flow that have no errors, and names what they cannot say', () => {
  const { set, lost } = worksheetsOfFlow(BOAT);
  expect(validateWorksheets(set)).toEqual([]);
  expect(set.worksheets[0]).toMatchObject({ name: 'BoatBook', backend: 'boat_book' });
  expect(
    set.worksheets[0]?.fields.map(({ name, required, predicate }) => [name, required, predicate]),
  ).toEqual([
    ['harbour', true, ''],
    ['seats', true, ''],
    ['captain', false, ''],
    ['agrees_3', true, ''],
  ]);
  const told = lost.map(({ place, message }) => `${place}: ${message}`).join('\n');
  for (const word of ['node 2', 'edge 3 → 1', 'Unavailable', 'User doesn', 'hello', 'anything_else'])
    expect(told).toContain(word);
});

it('keeps what both can say on the way there and back', () => {
  const { set } = worksheetsOfFlow(flowOfWorksheets('ticket', TICKET).flow);
  expect(validateWorksheets(set).filter(({ level }) => level === 'error')).toEqual([]);
  const fields = set.worksheets[0]!.fields;
  expect(fields.find(({ name }) => name === 'amount')?.predicate).toBe('self.topic == "Bill"');
  expect(fields.find(({ name }) => name === 'trouble')?.predicate).toBe('self.topic == "Card"');
  const turns = turnsOf(compile(set), ['ticket.topic = "Bill"', 'ticket.amount = 3', 'ticket.phone = "1"']);
  expect(turns.map(({ acts }) => acts.at(-1))).toMatchObject([
    { act: 'ASK', field: 'amount' },
    { act: 'ASK', field: 'phone' },
    { act: 'ASK' },
  ]);
});
