import { expect, it } from 'vitest';
import type { FeatureAgent } from '#shared/domain/agent.ts';
import { partnerOf } from './talk-state.ts';

const agentOf = (flow: string): FeatureAgent => ({ kind: 'flow', title: `Flow ${flow}`, flow });
const listed = (flow: string, problem: string | null = null) => ({ agent: agentOf(flow), problem });

it('waits for the list of agents before it shows the automaton instead of the chosen flow', () => {
  expect(partnerOf(agentOf('boat'), [], true, true)).toBe('loading');
  // The list is older than the flow.
  expect(partnerOf(agentOf('boat'), [listed('train')], true, true)).toBe('loading');
  expect(partnerOf(agentOf('boat'), [listed('train'), listed('boat')], true, true)).toEqual(agentOf('boat'));
});

it('shows the automaton if no agent is chosen or the chosen one is gone, and else the first that can answer', () => {
  expect(partnerOf(null, [listed('boat')], true, true)).toBeNull();
  expect(partnerOf(agentOf('gone'), [listed('boat')], false, true)).toBeNull();
  expect(partnerOf(null, [listed('train', 'No start.'), listed('boat')], false, false)).toEqual(
    agentOf('boat'),
  );
  expect(partnerOf(null, [], false, false)).toBeNull();
});
