import { describe, expect, it } from 'vitest';
import { BOAT } from '../../../../tests/fixtures/boat-flow.ts';
import type { Flow } from '../../../domain/flow.ts';
import { compileColang } from './compile-colang.ts';

const mainOf = (flow: Flow): string => compileColang(flow)['main.co'];

describe('compileColang', () => {
  it('gives the same text for the same flow', () => {
    expect(compileColang(structuredClone(BOAT))).toEqual(compileColang(BOAT));
  });

  it('leaves out an edge that a draft found no condition for, as the simulator never takes it', () => {
    const target = BOAT.nodes.find(({ id }) => id === '7')!;
    const edges = BOAT.edges.filter((edge) => edge.target !== target.id);
    const unclear = { ...BOAT, edges: [...edges, { source: '1', target: '7', condition: 'unclear when' }] };
    expect(mainOf(BOAT)).toContain('What instead?');
    expect(mainOf(unclear)).not.toMatch(/unclear when|What instead\?/);
  });

  it('reopens what uses a slot that changes, and what follows that', () => {
    const lines = mainOf(BOAT).split('\n');
    const at = lines.findIndex((line) => line.includes('# slot seats'));
    expect(lines[at]).toContain('another value reopens 2, 3, 4, 5, 6');
    const changed = lines.indexOf('      if $changed', at);
    expect(lines.slice(changed + 1, changed + 7).map((line) => line.trim())).toEqual([
      '$result_2 = None',
      '$told_3 = False',
      '$answer_3 = None',
      '$told_4 = False',
      '$result_5 = None',
      '$told_6 = False',
    ]);
    expect(mainOf(BOAT)).toContain('# slot captain: another value reopens no node');
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
    expect(main).toContain('if $answer_3 == "yes"');
  });

  it('asks the slots that are not optional, calls with what the function takes, and goes on after a greeting', () => {
    const main = mainOf(BOAT);
    expect(main).toMatch(/if .*\$slot_harbour == None and not \$missing_harbour\n/);
    expect(main).toMatch(/elif .*\$slot_seats == None and not \$missing_seats\n/);
    expect(main).not.toMatch(/if .*\$slot_captain == None/);
    expect(main).toContain(
      'await Call_boat_bookAction(query="check", slot_harbour=$slot_harbour, slot_seats=$slot_seats)',
    );
    expect(main).toMatch(
      /GlobalAction\(text=\$said\.transcript, flow=""\)\n\s+if \$global == 0\n\s+bot say "Ahoy!"/,
    );
  });

  it('goes on without a condition only where nothing failed and nobody said no', () => {
    const edges = [
      ...BOAT.edges.filter(({ source }) => source !== '3'),
      { source: '3', target: '5' },
      { source: '2', target: '7', condition: 'nothing found' },
    ];
    const main = mainOf({ ...BOAT, edges });
    expect(main).toContain('if $answer_3 != "no"  # nothing else holds');
    expect(main).toContain('if not $failed_2 and not $empty_2  # Available');
    expect(main).toContain('elif $empty_2  # nothing found');
    expect(main).toMatch(/if not \$failed_5 {2}# nothing else holds\n\s+# node 6:/);
    const nodes = BOAT.nodes.map((node) =>
      node.id === '6' ? { ...node, type: 'inform' as const, message: 'We heard: [message]' } : node,
    );
    expect(mainOf({ ...BOAT, nodes })).toContain('if not $empty_5  # nothing else holds');
  });

  it('does not call an action again that answered None, and tells the model what it answered', () => {
    const main = mainOf(BOAT);
    expect(main).toMatch(/if \$result_5 == None\n\s+\$result_5 = \{\}\n/);
    expect(main).toMatch(/await holds ".*" \$result/);
  });

  it('says by itself that a failed function was not done, and leaves the model no choice of words', () => {
    const main = mainOf(BOAT);
    expect(main).toMatch(/\$untold = \$failed_5 and \$called == "5"/);
    expect(main).toMatch(/if \$untold\n\s+\$reply = "This could not be done."/);
    expect(mainOf(BOAT)).not.toContain('choose');
  });

  it('asks the model of a rule in words', () => {
    const [first, ...rest] = BOAT.nodes;
    if (first?.type !== 'request') throw new Error('no request');
    const slots = { ...first.slots, harbour: { ...first.slots.harbour!, rule: 'only in summer' } };
    const main = mainOf({ ...BOAT, nodes: [{ ...first, slots }, ...rest] });
    expect(main).toContain('$holds_1_act_0_0 = await holds "only in summer" $result');
    expect(main).toMatch(/if .*\$slot_harbour == None and not \$missing_harbour and \$holds_1_act_0_0\n/);
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

  it('is linear where many paths meet again and again', () => {
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
