import { describe, expect, it } from 'vitest';
import { checkColang } from './check-colang.ts';
import { ColangGrammar } from './grammar.ts';

const flow = (...lines: readonly string[]): string =>
  ['flow main', ...lines.map((line) => `  ${line}`)].join('\n');
const problemOf = (text: string) => checkColang(text).problems[0];

describe('checkColang', () => {
  it('goes by a grammar in which no two rules fit the same text', () => {
    expect(() => new ColangGrammar(true)).not.toThrow();
  });

  it('reads flows and names them', () => {
    const text = `import core\n\n@active\nflow greeting $name -> $said\n  """Says hello."""\n  bot say "Hello {$name}"\n\n${flow('activate greeting "Ada"')}\n`;
    expect(checkColang(text)).toEqual({ flows: ['greeting', 'main'], problems: [] });
    expect(checkColang('')).toEqual({ flows: [], problems: [] });
  });

  it.each([
    ['a value in brackets', flow('$x = (1 + 2) * 3'), 2, 9, 'A value cannot be in brackets'],
    ['a comparison as argument', flow('await Find(good=$x == 1)'), 2, 22, 'cannot contain comparisons'],
    ['a word of calls in a value', flow('return await foo'), 2, 10, '"await" does not fit here'],
    ['= in a condition', flow('if $x = 1', '  pass'), 2, 9, 'no variable before "="'],
    ['a missing block', flow('if $x', 'bot say "a"'), 3, 3, 'The block after "if" is missing'],
    [
      'a block that nothing opens',
      flow('elseif $x', '  pass'),
      3,
      5,
      'begins with "elseif" and does not open a block',
    ],
    ['Colang 1', 'define flow greeting\n  user express greeting\n', 2, 3, 'Colang 1'],
    [
      'else after a comment',
      flow('if $x', '  pass', '# or', 'else', '  pass'),
      5,
      3,
      'The comment before "else" ends',
    ],
    ['a text alone', flow('"Hello"'), 2, 3, 'Text alone does nothing'],
    ['an open text', flow('bot say "Hello'), 2, 11, 'does not end on the same line'],
    ['an open bracket', flow('await Find(name=1'), 2, 20, 'never closed'],
    ['a stray bracket', flow('bot say "a")'), 2, 14, 'no open bracket'],
    ['a tab', flow('bot say\t"a"'), 2, 10, 'a tab within the line'],
    ['other quotes', flow('bot say “a”'), 2, 11, 'not a quotation mark'],
    ['an argument after a named one', flow('await Find(name=1, 2)'), 2, 22, 'must come before name='],
    ['an indentation of no block', flow('if $x', '    pass', '  pass'), 4, 5, 'no block around it'],
    ['a word that begins as if', flow('iffy said "a"'), 2, 3, 'reads its "if"'],
    ['nothing to generate', flow('$x = ...'), 2, 8, 'must be followed by an instruction'],
  ])('says where %s is and what to do', (_, text, line, column, message) => {
    const problem = problemOf(text);
    expect(problem).toMatchObject({ line, column, message: expect.stringContaining(message) });
    expect(problem?.nextStep).toMatch(/^[A-Z].*[^ ]$/);
  });

  it('says one problem a flow and goes on with the next', () => {
    const text = `${flow('bot say')}\n\nflow b\n  $x =\n\nflow c\n  await\n\nflow d\n  pass\n`;
    expect(checkColang(text).problems.map(({ line }) => line)).toEqual([5, 8]);
  });

  it('refuses what is too long or too deep at once', () => {
    expect(problemOf('a'.repeat(500_000))?.message).toContain('longer than');
    expect(problemOf(flow(`$x = ${'['.repeat(5_000)}`))?.message).toContain('deep');
    const nested = Array.from({ length: 80 }, (__, at) => `${' '.repeat(at)}if $x`).join('\n');
    expect(problemOf(nested)?.message).toContain('deep');
  });

  it('answers for every prefix and every text without a letter of a flow', () => {
    const text = flow('when user said "a" as $x', '  $y = ..."b" + {"c": [1, $x]}[0]', 'or when b', '  ...');
    expect(problemOf(text)).toBeUndefined();
    for (let at = 0; at < text.length; at++) {
      for (const broken of [text.slice(0, at), text.slice(0, at) + text.slice(at + 1)]) {
        for (const { line, column, message } of checkColang(broken).problems) {
          expect(Math.min(line, column)).toBeGreaterThan(0);
          expect(line).toBeLessThanOrEqual(broken.split('\n').length + 1);
          expect(message).not.toBe('');
        }
      }
    }
  });
});
