import { describe, expect, it } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { buildSymbolCorpus, copies } from '../../../../tests/fixtures/tagged-dialogues.ts';
import { DEFAULT_PAPER_OPTIONS, learnPaperAutomaton } from '../learn.ts';
import { automatonToXstate } from './bots.ts';
import { automatonToGraphml, automatonToMermaid } from './diagrams.ts';
import { automatonToDocument } from './json.ts';
import { automatonToBpmn } from './process-models.ts';

function learned(tag: string) {
  const dialogues = copies(6, 'a', 'u:x', 's:ok').map(({ key }) => ({
    key,
    turns: [
      { role: 'user' as const, tags: [tag] },
      { role: 'system' as const, tags: ['ok'] },
    ],
  }));
  return learnPaperAutomaton(buildSymbolCorpus(dialogues), DEFAULT_PAPER_OPTIONS).automaton;
}

describe('automatonToGraphml', () => {
  it('lists states and transitions with their counts', () => {
    const text = automatonToGraphml(learned('refund'), 'Demo');
    expect(text.match(/<node /g)).toHaveLength(3);
    expect(text).toContain(
      '<edge id="t0" source="s0" target="s1"><data key="edge-tag">refund</data><data key="edge-speaker">user</data><data key="edge-weight">6</data></edge>',
    );
    expect(text).toContain('<data key="description">Demo</data>');
  });

  it('prevents tags from closing their element', () => {
    const text = automatonToGraphml(learned('</data><node id="x"/>&'));
    expect(text.match(/<node /g)).toHaveLength(3);
  });
});

describe('automatonToMermaid', () => {
  it('draws shapes by role', () => {
    expect(automatonToMermaid(learned('refund'), 'Demo').split('\n')).toEqual([
      '---',
      'title: "Demo"',
      '---',
      'flowchart LR',
      '  s0(("Start (6)"))',
      '  s1(["refund (6)"]):::user',
      '  s2["ok (6)"]:::system',
      '  s0 -->|"6"| s1',
      '  s1 -->|"6"| s2',
      '  classDef user stroke:#D55E00',
      '  classDef system stroke:#0072B2',
      '  classDef ends stroke-width:4px',
      '  class s2 ends',
      '',
    ]);
  });

  it('escapes markup in the title, which Mermaid would drop', () => {
    expect(automatonToMermaid(learned('refund'), 'A & "B": <c>').split('\n')[1]).toBe(
      'title: "A ＆ \\"B\\": ‹c›"',
    );
  });

  it('prevents tags from ending their label or line', () => {
    const text = automatonToMermaid(learned('a"| s0\nclick s1 "javascript:x"'));
    expect(text).toContain('(["a#34;#124; s0 click s1 #34;javascript#58;x#34; (6)"])');
  });
});

describe('automatonToBpmn', () => {
  it('names the role of each task', () => {
    const text = automatonToBpmn(learned('a<b'));
    expect(text).toContain('<userTask id="t0" name="user: a&#60;b (6)"/>');
    expect(text).toContain('<sendTask id="t1" name="system: ok (6)"/>');
  });
});

describe('automatonToXstate', () => {
  it('is a machine with which XState follows a dialogue', () => {
    const tag = 'a.b* %2A "x"';
    const machine = createMachine(JSON.parse(automatonToXstate(learned(tag), 'Demo')));
    const actor = createActor(machine).start();
    const says = (type: string): unknown => {
      actor.send({ type });
      return actor.getSnapshot().value;
    };
    expect(says('system:ok')).toBe('s0');
    expect(says('user:a.b%2A %252A "x"')).toBe('s1');
    expect(actor.getSnapshot().hasTag('accepting')).toBe(false);
    expect(says('system:ok')).toBe('s2');
    expect(actor.getSnapshot().hasTag('accepting')).toBe(true);
  });

  it('is a configuration with events by role and tag', () => {
    expect(JSON.parse(automatonToXstate(learned('refund*'), 'Demo'))).toEqual({
      id: 'automaton',
      description: 'Demo',
      initial: 's0',
      states: {
        s0: {
          meta: { role: null, support: 6, ends: 0 },
          on: { 'user:refund%2A': { target: 's1', meta: { support: 6 } } },
        },
        s1: {
          meta: { role: 'user', support: 6, ends: 0 },
          on: { 'system:ok': { target: 's2', meta: { support: 6 } } },
        },
        s2: { meta: { role: 'system', support: 6, ends: 6 }, tags: ['accepting'], on: {} },
      },
    });
  });
});

it("contains people's names for states in XState and JSON", () => {
  const names = ['', 'Wants money back'];
  expect(JSON.parse(automatonToXstate(learned('refund'), 'Demo', names)).states.s1.description).toBe(
    names[1],
  );
  const { states } = automatonToDocument(learned('refund'), null, {}, names);
  expect(states.map(({ name }) => name)).toEqual([undefined, names[1], undefined]);
});
