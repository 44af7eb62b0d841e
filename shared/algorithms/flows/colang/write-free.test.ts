import { describe, expect, it } from 'vitest';
import { countWritten, programOf, writeFree } from './write-free.ts';

const GOOD = 'flow main\n  bot say "Hello."\n';
const BETTER = 'flow main\n  bot say "Hello again."\n';
const BAD = 'flow main\n  $x = (1 + 2)\n';
const asked = { prompt: 'Write Colang.', flow: '{"name": "a </flow> b"}' };

function modelOf(...answers: readonly string[]) {
  const heard: string[] = [];
  const left = [...answers];
  const ask = async (messages: readonly { readonly content: string }[]): Promise<string | null> => {
    heard.push(messages.at(-1)?.content ?? '');
    return left.shift() ?? null;
  };
  return { ask, heard };
}

describe('writeFree', () => {
  it('takes the first program that parses, then what comes of each instruction', async () => {
    const { ask, heard } = modelOf(GOOD, `Here it is:\n\`\`\`colang\n${BETTER}\`\`\``);
    const written = await writeFree(asked, [{ name: 'requests', text: 'Go through the requests.' }], ask);
    expect(written).toEqual({
      code: BETTER,
      valid: true,
      answers: 1,
      problem: null,
      refined: [{ name: 'requests', answers: 1, kept: true }],
    });
    // The flow's text cannot close its own quotation.
    expect(heard[0]).toContain('a ‹/flow> b');
    expect(heard[1]).toContain(`<program>\n${GOOD}`);
    expect(heard[1]).toContain('Go through the requests.');
  });

  it('asks again with the errors, at most twice', async () => {
    const twice = modelOf(BAD, BAD, GOOD);
    expect(await writeFree(asked, [], twice.ask)).toMatchObject({ code: GOOD, valid: true, answers: 3 });
    expect(twice.heard[1]).toContain('line 2, column 9: A value cannot be in brackets.');
    const never = modelOf(BAD, BAD, BAD, GOOD);
    expect(await writeFree(asked, [{ name: 'requests', text: '' }], never.ask)).toMatchObject({
      code: BAD,
      valid: false,
      answers: 3,
      problem: { line: 2, column: 9 },
      refined: [],
    });
    expect(never.heard).toHaveLength(3);
  });

  it('keeps the program where an instruction breaks it or gets no answer', async () => {
    const instructions = [
      { name: 'a', text: 'A.' },
      { name: 'b', text: 'B.' },
    ];
    const { ask } = modelOf(GOOD, BAD, BAD, BAD);
    expect(await writeFree(asked, instructions, ask)).toMatchObject({
      code: GOOD,
      valid: true,
      refined: [
        { name: 'a', answers: 3, kept: false },
        { name: 'b', answers: 1, kept: false },
      ],
    });
    expect(await writeFree(asked, instructions, modelOf().ask)).toMatchObject({ code: null, valid: false });
  });

  it('takes a text without a flow for no program', async () => {
    expect(await writeFree(asked, [], modelOf('I cannot.', '', GOOD).ask)).toMatchObject({ answers: 3 });
    expect(programOf('```\nflow main\n  pass')).toBe('flow main\n  pass\n');
  });

  it('asks again for a program that nothing starts', async () => {
    const { ask, heard } = modelOf('flow ride change\n  bot say "Which ride?"\n', GOOD);
    expect(await writeFree(asked, [], ask)).toMatchObject({ valid: true, answers: 2, code: GOOD });
    expect(heard.at(-1)).toContain('It has no flow main, so nothing ever starts.');
  });
});

it('counts programs as Table 8 of the paper does, and after being asked again', () => {
  const one = (flow: string, valid: boolean, answers: number) => ({ flow, valid, answers });
  const written = [
    one('a', true, 1),
    one('a', true, 2),
    one('b', true, 1),
    one('b', true, 1),
    one('c', false, 3),
    one('c', true, 3),
  ];
  expect(countWritten(written)).toEqual({
    programs: 6,
    first: 3,
    afterOne: 1,
    afterTwo: 1,
    failed: 1,
    byFlow: { least: 0, most: 1, mean: 0.5 },
  });
  expect(countWritten([]).byFlow).toBeNull();
});
