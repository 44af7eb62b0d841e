import { describe, expect, it } from 'vitest';
import { BOAT } from '../../../../tests/fixtures/boat-flow.ts';
import type { FlowEdge, FlowNode, SlotType } from '../../../domain/flow.ts';
import { flowGraph } from '../flow-graph.ts';
import type { FlowResult } from '../results.ts';
import { type FlowState, hearUser, nextAction, setSlot, startState } from './follow-flow.ts';

const graph = flowGraph(BOAT);
const heard = (state: FlowState, text: string) => {
  const now = hearUser(graph, state, text);
  return nextAction(graph, now, text);
};

describe('the next action of a flow', () => {
  it('asks for slots in their order, but for those that were given, and never for an optional one', () => {
    expect(heard(startState(graph), 'A boat, please.').action).toEqual({
      kind: 'ask',
      node: '1',
      slot: 'harbour',
    });
    const second = heard(startState(graph), 'A boat from the Old Harbour');
    expect(second.state.slots).toEqual({ harbour: 'Old Harbour' });
    expect(second.action).toEqual({ kind: 'ask', node: '1', slot: 'seats' });
    const all = heard(startState(graph), 'A boat with 4 seats from the Old Harbour');
    expect(all.action).toEqual({ kind: 'call', node: '2' });
    expect(all.path).toEqual([
      { node: '1', why: 'done' },
      { node: '2', why: 'call' },
    ]);
  });

  it('takes what is said after a question as its answer, whatever the words', () => {
    const asked: FlowState = { ...startState(graph), pending: { kind: 'slot', slot: 'harbour' } };
    expect(heard(asked, 'the one by the mill').state.slots).toEqual({ harbour: 'the one by the mill' });
  });

  it('takes what a sentence corrects itself to, and no bare name or choice for another question', () => {
    const slots = {
      day: { description: '', type: 'date' as const, examples: [], message: 'Which day?' },
      guest: { description: '', type: 'name' as const, examples: [], message: 'Your name?' },
      doctor: {
        description: '',
        type: 'categorical' as const,
        examples: ['Dr. Ott', 'Dr. Amsel'],
        message: '?',
      },
    };
    const visit = flowGraph({
      ...BOAT,
      start: '1',
      nodes: [{ id: '1', type: 'request', slots }],
      edges: [],
    });
    const asked = (slot: string): FlowState => ({ ...startState(visit), pending: { kind: 'slot', slot } });
    const slotsAfter = (slot: string, text: string) => hearUser(visit, asked(slot), text, true).slots;
    expect(slotsAfter('day', 'Friday, no, Saturday')).toEqual({ day: 'Saturday' });
    expect(slotsAfter('day', 'not Friday, Saturday')).toEqual({ day: 'Saturday' });
    expect(slotsAfter('guest', 'Ann, sorry, Anna')).toEqual({ guest: 'Anna' });
    expect(slotsAfter('day', 'Rover')).toEqual({});
    expect(slotsAfter('guest', 'Dr. Ott or Dr. Amsel')).toEqual({});
    expect(slotsAfter('guest', 'the first one')).toEqual({});
  });

  it('takes "I don\'t know" neither for yes nor for no', () => {
    const [node] = [...graph.nodes.values()].filter(({ type }) => type === 'inform_and_confirm');
    const asked: FlowState = { ...startState(graph), pending: { kind: 'answer', node: node!.id } };
    expect(hearUser(graph, asked, "I don't know", true).answers).toEqual({});
    expect(hearUser(graph, asked, 'No', true).answers).toEqual({ [node!.id]: 'no' });
  });

  it('takes no number for a slot that the words do not speak of', () => {
    expect(heard(startState(graph), 'I have 500 of them').state.slots).toEqual({});
    expect(heard(startState(graph), 'seats for $500').state.slots).toEqual({});
  });

  it('gives the one name in a sentence to the slot that is asked for, and to no other', () => {
    const slot = (example: string) => ({ description: '', type: 'name' as const, examples: [example] });
    const people = flowGraph({
      ...BOAT,
      nodes: [
        { id: '1', type: 'request', slots: { pet: slot('Rex'), mother: slot('Ada'), name: slot('Jo') } },
      ],
      edges: [],
    });
    const asked: FlowState = { ...startState(people), pending: { kind: 'slot', slot: 'mother' } };
    expect(hearUser(people, asked, 'My name is Tony Smith', true).slots).toEqual({ mother: 'Tony Smith' });
    expect(hearUser(people, startState(people), 'My name is Tony Smith', true).slots).toEqual({
      name: 'Tony Smith',
    });
  });

  it.each([
    ['customer_name', {}, 'Ada Ray 351531 I can’t remember my pin', { customer_name: 'Ada Ray', pin: null }],
    [
      'customer_name',
      {},
      'Ada Ray. My account number is 68318931, but I forgot my PIN.',
      { customer_name: 'Ada Ray', account_number: '68318931', pin: null },
    ],
    ['customer_name', {}, 'Yes I am Ada Ray.', { customer_name: 'Ada Ray' }],
    ['pin', { account_number: '4711' }, 'I forgot it. Let me into the account', { pin: null }],
    ['pin', {}, 'I just changed it and cannot think of it', { pin: null }],
    ['dob', { pin: null }, 'My pin is 9503', { pin: '9503' }],
    ['dob', { pin: null }, 'Oh wait... try 7402', { pin: '7402' }],
    ['dob', { account_number: '4711', pin: '7402' }, 'Oh wait... try 7402', {}],
    ['account_number', {}, 'I forgot, but my pin is 0314', { account_number: null, pin: '0314' }],
    ['dob', {}, 'The 3rd of October', { dob: '3rd of October' }],
    ['dob', { pin: '12' }, 'October 3 then', { dob: 'October 3' }],
    ['account_number', {}, 'I forgot my PIN', { pin: null }],
    ['pin', { account_number: null }, 'I forgot the account number', { pin: null }],
    ['pin', {}, 'dunno', { pin: null }],
    ['account_number', {}, '12 34', { account_number: '1234' }],
    [
      'pin',
      { account_number: '12' },
      'my pin is 99 and my account number is 34',
      { account_number: '34', pin: '99' },
    ],
    ['dob', {}, 'My mother’s name is Ray', { mothers_maiden_name: 'Ray' }],
    ['dob', {}, 'It is October 3, 1931 I think', { dob: 'October 3, 1931' }],
  ])('hears, asked for %s after %j, in "%s": %j', (slot, before, text, slots) => {
    const typed = (type: SlotType) => ({ description: '', type, examples: [] });
    const asked = {
      customer_name: typed('name'),
      account_number: typed('integer'),
      pin: typed('integer'),
      dob: typed('date'),
      mothers_maiden_name: typed('name'),
    };
    const bank = flowGraph({ ...BOAT, nodes: [{ id: '1', type: 'request', slots: asked }], edges: [] });
    const state: FlowState = { ...startState(bank), slots: before, pending: { kind: 'slot', slot } };
    expect(hearUser(bank, state, text, true).slots).toEqual({ ...before, ...slots });
  });

  it('takes another path where the user has no value to give', () => {
    const asked: FlowState = { ...startState(graph), pending: { kind: 'slot', slot: 'harbour' } };
    expect(heard(asked, "I don't know").action).toEqual({ kind: 'ask', node: '7', slot: 'wish' });
  });

  it.each([
    ['The boat is available.', '3'],
    ['Unavailable', '4'],
  ])('tells after "%s" what stands at node %s', (message, node) => {
    const state: FlowState = {
      ...startState(graph),
      slots: { harbour: 'Old Harbour', seats: '4' },
      results: { '2': { Message: message } },
    };
    expect(nextAction(graph, state, '').action).toEqual({ kind: 'tell', node });
  });

  it('clears what depends on a slot that changes, and what lies on a path back', () => {
    const offered: FlowState = {
      ...startState(graph),
      slots: { harbour: 'Old Harbour', seats: '4' },
      results: { '2': { Message: 'Available' } },
      told: ['3'],
      pending: { kind: 'answer', node: '3' },
    };
    const moved = setSlot(graph, offered, 'harbour', 'New Harbour');
    expect(moved).toMatchObject({ results: {}, told: [], slots: { harbour: 'New Harbour', seats: '4' } });
    expect(heard(offered, 'Yes, please').action).toEqual({ kind: 'call', node: '5' });
    const back = heard(offered, 'No');
    expect(back.action).toEqual({ kind: 'ask', node: '1', slot: 'harbour' });
    expect(back.state.results).toEqual({});
  });

  describe('after an action', () => {
    const nextOn = (edges: readonly FlowEdge[], result: FlowResult, message = 'It is yours.') => {
      const nodes: FlowNode[] = [
        { id: '1', type: 'external_action', action: 'boat_book' },
        { id: '2', type: 'inform', message },
        { id: '3', type: 'inform', message: 'That failed.' },
        { id: '4', type: 'inform', message: 'There is none.' },
      ];
      const own = flowGraph({ ...BOAT, nodes, edges, start: '1' });
      return nextAction(own, { ...startState(own), results: { '1': result } }, '').action?.node ?? null;
    };
    const on: FlowEdge = { source: '1', target: '2' };
    const good: FlowEdge = { ...on, condition: 'Success' };
    const bad: FlowEdge = { source: '1', target: '3', condition: 'Failure' };
    const none: FlowEdge = { source: '1', target: '4', condition: 'nothing found' };

    it.each<[string, readonly FlowEdge[], FlowResult, string | null]>([
      ['nothing found is a failure', [good, bad], null, '3'],
      ['nothing found takes its own edge', [good, bad, none], null, '4'],
      ['nothing found takes no edge without a condition', [on], null, null],
      ['a failure takes no edge without a condition', [on, none], { message: 'Failure' }, null],
      ['an error takes no edge without a condition', [on], { error: 'sold out' }, null],
      ['a success does', [on, none], { message: 'Success' }, '2'],
      ['a result that says nothing of how it went does', [on], { number: 7 }, '2'],
    ])('%s', (_, edges, result, node) => {
      expect(nextOn(edges, result)).toBe(node);
    });

    it('a failure takes an edge to what repeats it', () => {
      expect(nextOn([on], { message: 'Failure' }, 'The harbour says: [message]')).toBe('2');
      expect(nextOn([on], null, 'The harbour says: [message]')).toBeNull();
    });
  });

  describe('after a question', () => {
    const nextTo = (edges: readonly FlowEdge[], text: string) => {
      const nodes: FlowNode[] = [
        { id: '1', type: 'inform_and_confirm', message: 'Shall I book it?' },
        { id: '2', type: 'external_action', action: 'boat_book' },
        { id: '3', type: 'inform', message: 'A pity.' },
      ];
      const own = flowGraph({ ...BOAT, nodes, edges, start: '1' });
      const asked: FlowState = { ...startState(own), told: ['1'], pending: { kind: 'answer', node: '1' } };
      return nextAction(own, hearUser(own, asked, text), text).action?.node ?? null;
    };
    const on: FlowEdge = { source: '1', target: '2' };

    it('no takes no edge without a condition, and everything else does', () => {
      expect(['No, thank you', 'Yes', 'The one with sails'].map((text) => nextTo([on], text))).toEqual([
        null,
        '2',
        '2',
      ]);
      const details: FlowEdge = { source: '1', target: '3', condition: 'user asks for sails' };
      expect(nextTo([on, details], 'No')).toBeNull();
    });

    it('no takes it where another edge is for yes, or for the right answer', () => {
      const other: FlowEdge = { source: '1', target: '3' };
      expect(nextTo([{ ...on, condition: 'yes' }, other], 'No')).toBe('3');
      expect(nextTo([{ ...on, condition: 'Correct' }, other], 'No')).toBe('3');
    });
  });

  it('ends where nodes lead in a circle that nothing holds up', () => {
    const turn = flowGraph({
      ...BOAT,
      nodes: [
        { id: '1', type: 'inform', message: 'a' },
        { id: '2', type: 'inform', message: 'b' },
      ],
      edges: [
        { source: '1', target: '2' },
        { source: '2', target: '1' },
      ],
      start: '1',
    });
    const walk = nextAction(turn, { ...startState(turn), told: ['1', '2'] }, '');
    expect(walk.action).toEqual({ kind: 'tell', node: '1' });
  });
});
