import { describe, expect, it } from 'vitest';
import type { Flow, FlowEdge, FlowNode, FlowProblem } from '../../domain/flow.ts';
import { flowErrors, validateFlow } from './validate-flow.ts';

const flowOf = (nodes: readonly FlowNode[], edges: readonly FlowEdge[], rest: Partial<Flow> = {}): Flow => ({
  chief: 1,
  name: 'ride',
  nodes,
  edges,
  globalActions: [],
  fallbackActions: [],
  functions: [],
  guidelines: [],
  ...rest,
});

const ask = (id: string, ...slots: readonly string[]): FlowNode => ({
  id,
  type: 'request',
  slots: Object.fromEntries(slots.map((slot) => [slot, { description: slot, type: 'string', examples: [] }])),
});
const call = (id: string): FlowNode => ({ id, type: 'external_action', action: 'query' });
const tell = (id: string, message = 'Done.'): FlowNode => ({ id, type: 'inform', message });
const confirm = (id: string): FlowNode => ({ id, type: 'inform_and_confirm', message: 'Shall I?' });
const edge = (source: string, target: string, condition?: string): FlowEdge => ({
  source,
  target,
  ...(condition === undefined ? {} : { condition }),
});

const kinds = (problems: readonly FlowProblem[]) => problems.map(({ kind, node }) => `${kind} ${node}`);

describe('validateFlow', () => {
  it("finds nothing wrong with the paper's ride change", () => {
    const flow = flowOf(
      [ask('1', 'ride_id'), call('2'), tell('3'), tell('4')],
      [edge('1', '2'), edge('2', '3', 'Success'), edge('2', '4', 'Failure')],
    );
    expect(validateFlow(flow)).toEqual([]);
  });

  it('says of every problem its node, its value and what to do', () => {
    const problems = validateFlow(flowOf([ask('1', 'name'), tell('2', 'Hello [who]')], [edge('1', '9')]));
    expect(problems.length).toBeGreaterThan(2);
    for (const { message, value, nextStep, node } of problems) {
      expect(message).toMatch(/^[A-Z].*\.$/);
      expect(nextStep).toMatch(/^[A-Z].*\.$/);
      expect(value).not.toBe('');
      if (node !== null) expect(message).toContain(node);
    }
  });

  it.each<[string, Flow, string[]]>([
    ['a flow without a node', flowOf([], []), ['empty null']],
    [
      'two nodes of one id',
      flowOf([ask('1', 'a'), tell('1')], [edge('1', '1')]),
      ['duplicate-id 1', 'cycle 1'],
    ],
    [
      'no start',
      flowOf([ask('1', 'a'), ask('2', 'b')], [edge('1', '2'), edge('2', '1')]),
      ['no-start null', 'cycle 1'],
    ],
    ['a start that is not there', flowOf([tell('1')], [], { start: '7' }), ['no-start null']],
    [
      'an edge to nowhere',
      flowOf([ask('1', 'a'), tell('2')], [edge('1', '2'), edge('1', '9', 'else')]),
      ['missing-node 9'],
    ],
    [
      'a node that is never reached',
      flowOf([ask('1', 'a'), tell('2'), tell('3')], [edge('1', '2')], { start: '1' }),
      ['unreachable 3'],
    ],
    ['a request that nothing follows', flowOf([ask('1', 'a')], []), ['dead-end 1']],
    ['a call that nobody hears of', flowOf([ask('1', 'a'), call('2')], [edge('1', '2')]), ['dead-end 2']],
    [
      'a loop without the user',
      flowOf([ask('1', 'a'), call('2'), tell('3')], [edge('1', '2'), edge('2', '3'), edge('3', '2')]),
      ['loop 2'],
    ],
    [
      'two conditions of one meaning',
      flowOf(
        [call('1'), tell('2'), tell('3'), tell('4')],
        [edge('1', '2', 'Failed'), edge('1', '3', 'Unavailable'), edge('1', '4')],
      ),
      ['overlap 1'],
    ],
    [
      'two edges without a condition',
      flowOf([ask('1', 'a'), tell('2'), tell('3')], [edge('1', '2'), edge('1', '3')]),
      ['overlap 1'],
    ],
    [
      'an answer left out',
      flowOf([ask('1', 'a'), confirm('2'), tell('3')], [edge('1', '2'), edge('2', '3', 'yes')]),
      ['incomplete 2'],
    ],
    [
      'conditions that may all fail',
      flowOf([ask('1', 'a'), tell('2')], [edge('1', '2', 'The user lives in Paris')]),
      ['incomplete 1'],
    ],
    [
      'a condition that is code',
      flowOf([ask('1', 'a'), tell('2'), tell('3')], [edge('1', '2', '$a == "1"'), edge('1', '3')]),
      ['code 1'],
    ],
    ['script in a message', flowOf([tell('1', '<script>x</script>')], []), ['markup 1']],
    ['a slot told that is never asked for', flowOf([tell('1', 'Hello [name]')], []), ['never-asked 1']],
    [
      'a slot that nothing uses',
      flowOf([ask('1', 'a'), call('2'), tell('3')], [edge('1', '2'), edge('2', '3')], {
        functions: [{ name: 'query', inputs: {}, outputs: {} }],
      }),
      ['unused-request 1'],
    ],
    [
      'one slot at two nodes',
      flowOf([ask('1', 'a'), ask('2', 'a'), tell('3')], [edge('1', '2'), edge('2', '3')]),
      ['duplicate-slot 2'],
    ],
  ])('finds %s', (_, flow, expected) => {
    expect(kinds(validateFlow(flow))).toEqual(expected);
  });

  it('lets a flow with warnings run, and none with errors', () => {
    const warned = flowOf([ask('1', 'a')], []);
    expect(flowErrors(validateFlow(warned))).toEqual([]);
    expect(flowErrors(validateFlow(flowOf([], []))).map(({ kind }) => kind)).toEqual(['empty']);
  });

  it('walks through a thousand nodes in a row, and through a thousand that all lead to the next two', () => {
    const nodes = Array.from({ length: 1000 }, (_, at) => ask(String(at), `slot${at}`));
    const row = nodes.slice(1).map(({ id }, at) => edge(String(at), id));
    expect(kinds(validateFlow(flowOf(nodes, row)))).toEqual(['dead-end 999']);
    const wide = nodes.slice(2).map(({ id }, at) => edge(String(at), id, 'Success'));
    expect(validateFlow(flowOf(nodes, [...row, ...wide])).length).toBeLessThan(10);
  });
});
