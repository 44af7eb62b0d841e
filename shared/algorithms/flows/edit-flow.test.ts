import { describe, expect, it } from 'vitest';
import { BOAT } from '../../../tests/fixtures/boat-flow.ts';
import { addEdge, addNode, findNodes, nodeName, putNode, removeEdge, removeNode } from './edit-flow.ts';

const empty = { ...BOAT, start: undefined, nodes: [], edges: [] };

describe('editing a flow', () => {
  it('gives a new node the first free number, starts with the first, and leads to the others', () => {
    const first = addNode(empty, 'inform_and_confirm', null);
    expect(first).toMatchObject({ id: '1', flow: { start: '1', edges: [] } });
    const second = addNode(first.flow, 'inform', '1');
    const third = addNode(second.flow, 'request', '1');
    expect(third.flow.edges).toEqual([
      { source: '1', target: '2', condition: 'yes' },
      { source: '1', target: '3', condition: 'no' },
    ]);
    expect(addNode(removeNode(third.flow, '2'), 'inform', null).id).toBe('4');
  });

  it('carries edges and the start along when a node gets another id', () => {
    const flow = putNode(BOAT, '1', { ...BOAT.nodes[0]!, id: 'begin' });
    expect(flow.start).toBe('begin');
    expect(flow.edges.filter(({ source, target }) => source === '1' || target === '1')).toEqual([]);
    expect(flow.edges).toHaveLength(BOAT.edges.length);
  });

  it('removes a node with its edges, and of two of one id only the second', () => {
    const without = removeNode(BOAT, '1');
    expect(without).not.toHaveProperty('start');
    expect(without.edges).toEqual(
      BOAT.edges.filter(({ source, target }) => source !== '1' && target !== '1'),
    );
    const twice = { ...BOAT, nodes: [...BOAT.nodes, { ...BOAT.nodes[3]!, id: '2' }] };
    expect(removeNode(twice, '2')).toEqual(BOAT);
  });

  it('draws an edge once', () => {
    expect(addEdge(BOAT, '5', '6')).toBe(BOAT);
    expect(addEdge(BOAT, '6', '1').edges.at(-1)).toEqual({ source: '6', target: '1' });
    expect(removeEdge(BOAT, 0).edges).toEqual(BOAT.edges.slice(1));
  });

  it('calls nodes as transcripts do, requests by their slots, others by their kind', () => {
    expect(BOAT.nodes.map(nodeName)).toEqual([
      'harbour, seats, captain',
      'External action',
      'offer',
      'none',
      'External action',
      'booked',
      'ask wish',
    ]);
  });

  it('finds nodes by all words of what they hold', () => {
    expect(findNodes(BOAT, 'harbour')).toEqual(['1']);
    expect(findNodes(BOAT, 'boat_book external')).toEqual(['2', '5']);
    expect(findNodes(BOAT, 'boat nothing')).toEqual([]);
    expect(findNodes(BOAT, ' ')).toEqual([]);
  });
});
