import { describe, expect, it } from 'vitest';
import type { Flow } from '../../../domain/flow.ts';
import { BOAT } from '../test-flow.ts';
import { compileColang } from './compile-colang.ts';

const mainOf = (flow: Flow): string => compileColang(flow)['main.co'];

describe('compileColang', () => {
  it('gives the same text for the same flow', () => {
    expect(compileColang(structuredClone(BOAT))).toEqual(compileColang(BOAT));
  });

  it('resets at every slot all that its request leads to', () => {
    const lines = mainOf(BOAT).split('\n');
    const at = lines.findIndex((line) => line.includes('# dst wish'));
    expect(lines[at]).toContain('resets action_2, inform_3, answered_3, inform_4, action_5, inform_6');
    expect(lines.slice(at + 3, at + 10).map((line) => line.trim())).toEqual([
      '$wish = $value',
      '$action_2 = None',
      '$inform_3 = False',
      '$answered_3 = None',
      '$inform_4 = False',
      '$action_5 = None',
      '$inform_6 = False',
    ]);
  });

  it('names every node once, in a comment, inside the branch that leads to it', () => {
    const main = mainOf(BOAT);
    for (const { id, type } of BOAT.nodes) {
      expect(main.split(`# node ${id}: ${type}`)).toHaveLength(2);
    }
    const indent = (text: string): number =>
      main
        .split('\n')
        .find((line) => line.includes(text))!
        .search(/\S/);
    expect(indent('# node 3:')).toBeGreaterThan(indent('# node 2:'));
    expect(main).toContain('if $answered_3 == "yes"');
  });

  it('asks the slots that are not optional, calls with what the function takes, and goes on after a greeting', () => {
    const main = mainOf(BOAT);
    expect(main).toContain('if $harbour == None');
    expect(main).toContain('elif $seats == None');
    expect(main).not.toContain('elif $captain');
    expect(main).toContain('await BoatBookAction(query="check", harbour=$harbour, seats=$seats)');
    expect(main).toMatch(/when user said \(regex\(.*hi.*\)\)\n\s+bot say "Ahoy!"\n\s+continue/);
  });

  it('goes on without a condition only where nothing failed and nobody said no', () => {
    const edges = [
      ...BOAT.edges.filter(({ source }) => source !== '3'),
      { source: '3', target: '5' },
      { source: '2', target: '7', condition: 'nothing found' },
    ];
    const main = mainOf({ ...BOAT, edges });
    expect(main).toContain('if $answered_3 != "no"  # the user did not say no');
    expect(main).toContain(
      '$edge_2_2 = await ResultIsAction(condition="nothing found", result=$action_2, nothing_apart=True)',
    );
    expect(main).toMatch(
      /\$edge_5_0 = await ResultIsAction\(condition="Success", result=\$action_5\)\n\s+if \$edge_5_0 {2}# it did not fail\n\s+# node 6:/,
    );
    const nodes = BOAT.nodes.map((node) =>
      node.id === '6' ? { ...node, type: 'inform' as const, message: 'We heard: [message]' } : node,
    );
    expect(mainOf({ ...BOAT, nodes })).toMatch(
      /\$edge_5_0 = await ResultIsAction\(condition="nothing found", result=\$action_5\)\n\s+if not \$edge_5_0/,
    );
  });

  it('does not call an action again that answered None, and tells the model what it answered', () => {
    const main = mainOf(BOAT);
    expect(main).toMatch(/if \$action_5 == None\n\s+\$action_5 = \{\}\n\s+\$result = \$action_5\n/);
    expect(main).toMatch(/await choose reply ".*" \$result/);
  });

  it('asks the model of a rule in words', () => {
    const [first, ...rest] = BOAT.nodes;
    if (first?.type !== 'request') throw new Error('no request');
    const slots = { ...first.slots, harbour: { ...first.slots.harbour!, rule: 'only in summer' } };
    const main = mainOf({ ...BOAT, nodes: [{ ...first, slots }, ...rest] });
    expect(main).toContain('$rule_1_0 = await holds "only in summer" $result');
    expect(main).toContain('if $harbour == None and $rule_1_0');
  });

  it('lets no words of a flow become code', () => {
    const bad = 'Hi "friend"\n  bot say "x" {$secret} $y \\';
    const main = mainOf({
      ...BOAT,
      nodes: BOAT.nodes.map((node) => (node.type === 'inform' ? { ...node, message: bad } : node)),
      name: 'a\nflow b',
    });
    expect(main.split('\n').filter((line) => line.includes('flow b'))).toEqual(['# a flow b']);
    expect(main).toContain('"Hi \\"friend\\" bot say \\"x\\" {{＄secret}} ＄y \\\\"');
    expect(main.split('\n').filter((line) => line.trim() === 'bot say "x"')).toEqual([]);
  });

  it('is linear where many ways meet again and again', () => {
    const nodes: Flow['nodes'] = Array.from({ length: 1000 }, (_, at) => ({
      id: String(at),
      type: 'inform',
      message: `Message ${at}`,
    }));
    const edges = nodes.slice(2).flatMap((_, at) => [
      { source: String(at), target: String(at + 1), condition: 'yes' },
      { source: String(at), target: String(at + 2) },
    ]);
    const main = mainOf({ ...BOAT, nodes, edges, start: '0', globalActions: [] });
    expect(main.split('\n').length).toBeLessThan(20_000);
    const row = nodes.slice(1).map(({ id }, at) => ({ source: String(at), target: id }));
    const deepest = Math.max(
      ...mainOf({ ...BOAT, nodes, edges: row, start: '0' })
        .split('\n')
        .map((line) => line.search(/\S/)),
    );
    expect(deepest).toBeLessThan(60);
  });
});
