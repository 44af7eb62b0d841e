import { describe, expect, it } from 'vitest';
import { BOAT } from '../../../../tests/fixtures/boat-flow.ts';
import type { Flow, FlowDraft } from '../../../domain/flow.ts';
import { nodeOrigin } from '../../../domain/flow.ts';
import { draftSteps, mergeDraft } from './merge-draft.ts';

const source = { where: 'boat', states: null, run: null, share: null };
const draftOf = (flow: Flow): FlowDraft => ({
  source,
  dialogues: 10,
  nodes: flow.nodes.map((node) => ({ node, dialogues: 5 })),
  edges: flow.edges.map((edge) => ({ edge, dialogues: 5 })),
});

const proposed: Flow = {
  ...BOAT,
  nodes: [
    { id: '1', type: 'inform', label: 'none', message: 'All boats are out.' },
    { id: '2', type: 'inform', label: 'apologise', message: 'Sorry.' },
    { id: '3', type: 'inform', message: 'Booked as [number].', label: 'booked' },
  ],
  edges: [
    { source: '1', target: '2' },
    { source: '2', target: '3' },
  ],
};

describe('a new draft beside a flow', () => {
  const mine = {
    ...BOAT,
    nodes: BOAT.nodes.map((node) =>
      node.id === '4' && node.type === 'inform' ? { ...node, message: 'No boat is free today.' } : node,
    ),
  };
  const draft = draftOf(BOAT);

  it('says what it would add and change, and where a person was at work', () => {
    expect(draftSteps(BOAT, draft, proposed).map(({ node, isPersons }) => [node.id, isPersons])).toEqual([
      ['1', false],
      ['2', false],
    ]);
    expect(draftSteps(mine, draft, proposed)[0]).toMatchObject({ mine: { id: '4' }, isPersons: true });
    expect(draftSteps(BOAT, null, BOAT)).toEqual([]);
  });

  it('changes what was chosen alone, by the ids of the flow', () => {
    const [, added] = draftSteps(mine, draft, proposed);
    const merged = mergeDraft(mine, [added!], { flow: proposed, draft: draftOf(proposed) });
    expect(merged.flow.nodes.slice(0, 7)).toEqual(mine.nodes);
    expect(merged.flow.nodes[7]).toEqual({ ...proposed.nodes[1], id: '8' });
    expect(merged.flow.edges.slice(BOAT.edges.length)).toEqual([
      { source: '4', target: '8' },
      { source: '8', target: '6' },
    ]);
    const origins = ['4', '6', '8', '1'].map((id) =>
      nodeOrigin(merged.draft, merged.flow.nodes.find((node) => node.id === id)!),
    );
    expect(origins).toEqual(['changed', 'drafted', 'drafted', 'written']);
  });
});
