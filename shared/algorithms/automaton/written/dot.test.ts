import { describe, expect, it } from 'vitest';
import { buildSymbolCorpus, copies } from '../../../../tests/fixtures/tagged-dialogues.ts';
import { DEFAULT_PAPER_OPTIONS, learnPaperAutomaton } from '../learn.ts';
import { automatonToDot } from './diagrams.ts';

function dotOf(tag: string, title?: string): string {
  const dialogues = copies(6, 'a', 'u:x', 's:ok').map(({ key }) => ({
    key,
    turns: [
      { role: 'user' as const, tags: [tag] },
      { role: 'system' as const, tags: ['ok'] },
    ],
  }));
  return automatonToDot(
    learnPaperAutomaton(buildSymbolCorpus(dialogues), DEFAULT_PAPER_OPTIONS).automaton,
    title,
  );
}

const bodyOf = (dot: string) => dot.split('\n').filter((line) => /^ {2}s\d/.test(line));

describe('automatonToDot', () => {
  it('draws shapes and colors by role, and a double ring where dialogues end', () => {
    expect(bodyOf(dotOf('refund'))).toEqual([
      '  s0 [shape=diamond, color="#000000", peripheries=1, label="Start\\n6"];',
      '  s1 [shape=ellipse, color="#D55E00", peripheries=1, label="refund\\n6"];',
      '  s2 [shape=box, color="#0072B2", peripheries=2, label="ok\\n6"];',
      '  s0 -> s1 [color="#D55E00", penwidth=8.00, label="6"];',
      '  s1 -> s2 [color="#0072B2", penwidth=8.00, label="6"];',
    ]);
  });

  it.each([
    ['"]; evil [label="', '\\"]; evil [label=\\"'],
    ['back\\slash', 'back\\\\slash'],
    ['ends with \\', 'ends with \\\\'],
    ['\\N \\G \\"', '\\\\N \\\\G \\\\\\"'],
    ['two\nlines\r\nthree\rfour', 'two\\nlines\\nthree\\nfour', 'two lines three four'],
    ['<b>bold</b>', '<b>bold</b>'],
    ['&lt;script&gt;', '&amp;lt;script&amp;gt;'],
    ['nul\0 and \u001B escape', 'nul  and   escape', 'nul and escape'],
    ['half \uD83D pair', 'half \uFFFD pair', 'half pair'],
    ['größe 😀', 'größe 😀'],
    ['', '', '(blank)'],
  ])('keeps the title and the name %j in their strings', (tag, escaped, named = escaped) => {
    const dot = dotOf(tag, tag);
    expect(bodyOf(dot)[1]).toBe(
      `  s1 [shape=ellipse, color="#D55E00", peripheries=1, label="${named}\\n6"];`,
    );
    expect(dot).toContain(`\n  label="${escaped}";\n`);
    expect(bodyOf(dot)).toHaveLength(5);
  });
});
