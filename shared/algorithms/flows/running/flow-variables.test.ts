import { describe, expect, it } from 'vitest';
import { BOAT } from '../../../../tests/fixtures/boat-flow.ts';
import { flowGraph } from '../flow-graph.ts';
import { flowGrounds } from './flow-grounds.ts';
import { changeVariable, flowVariables } from './flow-variables.ts';
import { decide, type RunTurn, runTurn, startRun } from './run-flow.ts';

const graph = flowGraph(BOAT);

function talk(...lines: readonly string[]): RunTurn {
  let turn: RunTurn | null = null;
  for (const line of lines) turn = runTurn(graph, turn?.next ?? startRun(graph), line);
  return turn!;
}

function afterChange({ next }: RunTurn, name: string, value: string | null): RunTurn {
  const state = changeVariable(graph, next.state, name, value);
  if (!state) throw new Error(`There is no ${name}.`);
  const running = decide(graph, { ...next, state, said: '' });
  let step = running.next();
  while (!step.done) step = running.next({ message: 'Success' });
  return step.value;
}

const valuesOf = ({ state }: RunTurn) =>
  Object.fromEntries(
    flowVariables(graph, state).flatMap(({ name, value }) => (value === null ? [] : [[name, value]])),
  );

const OFFERED = talk('A boat with 4 seats from the Old Harbour');

describe('the variables of a flow', () => {
  it('are its slots, what its actions answered and what was said to its questions', () => {
    expect(valuesOf(OFFERED)).toEqual({ harbour: 'Old Harbour', seats: '4', action_2: 'Success' });
    expect(flowVariables(graph, OFFERED.state).map(({ name, choices }) => [name, choices])).toEqual([
      ['harbour', ['Old Harbour', 'New Harbour']],
      ['seats', []],
      ['captain', ['yes', 'no']],
      ['wish', []],
      ['action_2', ['Success', 'Failure', 'Available', 'Unavailable']],
      ['answered_3', ['yes', 'no']],
      ['action_5', ['Success', 'Failure']],
    ]);
  });

  it('decide the next action anew where one is changed, and put an open question again', () => {
    expect(OFFERED.node).toBe('3');
    const refused = afterChange(OFFERED, 'action_2', 'Unavailable');
    expect([refused.node, refused.answer]).toEqual(['4', 'Nothing is free.']);
    expect(afterChange(refused, 'action_2', null).node).toBe('3');
    expect(afterChange(OFFERED, 'answered_3', 'yes').node).toBe('6');
    expect(afterChange(OFFERED, 'seats', null)).toMatchObject({ node: '1', answer: 'How many seats?' });
    expect(afterChange(OFFERED, 'captain', 'yes').node).toBe('3');
    const moved = afterChange(OFFERED, 'harbour', 'New Harbour');
    expect(moved.calls.map(({ state }) => state.slots.harbour)).toEqual(['New Harbour']);
    expect(afterChange(OFFERED, 'seats', 'not known').node).toBe('7');
  });

  it('are no others', () => {
    expect(changeVariable(graph, OFFERED.state, 'sails', '2')).toBeNull();
    expect(changeVariable(graph, OFFERED.state, 'action_99', 'Success')).toBeNull();
  });
});

describe('the grounds of an answer', () => {
  it('say what was understood, which nodes were gone through and why', () => {
    expect(flowGrounds(graph, startRun(graph).state, OFFERED)).toEqual({
      at: 'node 3, inform and confirm',
      understood: 'harbour = Old Harbour\nseats = 4',
      steps: [
        { what: 'node 1, request', why: 'done; its edge has no condition' },
        {
          what: 'node 2, external action',
          why: 'called boat_book, check; done; the condition “Available” is met',
        },
        { what: 'node 3, inform and confirm', why: 'not said yet' },
      ],
      notes: [],
    });
    const hello = talk('Hi');
    expect(flowGrounds(graph, hello.state, hello)).toMatchObject({
      at: 'hello, outside the nodes',
      steps: [{ what: 'global action hello', why: 'the customer asks for it' }],
    });
  });
});
