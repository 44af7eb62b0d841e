import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { checkColang } from '#shared/algorithms/flows/colang/check-colang.ts';
import { compileColang } from '#shared/algorithms/flows/colang/compile-colang.ts';
import { required } from '#shared/domain/required.ts';
import { readFlowFolder } from '../../lab/flows/read-flow-folder.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { corpusFile, describeWithCorpus } from '../fixtures/corpora.ts';
import { describeWithNemo, NEMO_PYTHON } from '../fixtures/nemo/installed.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/nemo/${name}`, import.meta.url));
const verdictsSchema = z.array(
  z.object({ name: z.string(), text: z.string(), error: z.string().nullable() }),
);

const MUTATIONS: readonly (readonly [from: string, to: string])[] = [
  ['flow ask', 'flows ask'],
  ['flow ask', 'define flow ask'],
  ['flow ask for order $order', 'flow ask for order "order"'],
  ['flow ask for order $order', 'flow ask for order as $order'],
  ['-> $number', '-> number'],
  ['flow answering prices($at, $every=2)', 'flow answering prices($at $every=2)'],
  ['flow answering prices($at, $every=2)', 'flow answering prices()'],
  ['flow answering prices($at, $every=2)', 'flow (answering prices) $at'],
  ['@meta(exclude_from_llm=True)', '@meta exclude_from_llm'],
  ['@loop("asking", 1)\n', '@loop("asking", 1)\n\n'],
  ['@loop("asking", 1)\n', '@loop("asking", 1)\n# a comment\n'],
  ['import nemo.llm', 'import nemo.'],
  ['import nemo.llm', 'import nemo llm'],
  ['  global $generated', 'global $generated'],
  ['  global $generated', '    global $generated'],
  ['  global $generated_output', '  global generated_output'],
  ['  # A comment by itself', '# A comment by itself'],
  ['  # A comment by itself', '    # A comment by itself'],
  ['1 + 2 * -3 ** 2', '(1 + 2) * 3'],
  ['1 + 2 * -3 ** 2', '1 + * 2'],
  ['1 + 2 * -3 ** 2', '1 / 2 // 3 % 4 | 5 ^ 6 & 7 << 8 @ ~9'],
  ['[1, "two", $order]', '[1, "two" + "", $order]'],
  ['[1, "two", $order]', '[1, "two", $order,]'],
  ['[1, "two", $order]', '[]'],
  ['{"name": "Ada", ', '{"name" "Ada", '],
  ['"Ada"', '"A\\"da"'],
  ['"Ada"', '"Ada'],
  ['"Ada"', '“Ada”'],
  ['[0:2]', '[]'],
  ['[0:2]', '[::2]'],
  ['..."Answer', '... "Answer'],
  ['..."Answer the number of the order {$order}"', '...'],
  ['and not $sum', 'and not not $sum'],
  ['and not $sum', '&& !$sum'],
  ['$order in $part', '$order in'],
  ['number=$number, tries=2', 'number=$number, 2'],
  ['number=$number, tries=2', 'number=$number,'],
  ['number=$number, tries=2', 'number=not $number'],
  ['number=$number, tries=2', 'number=$number == 2'],
  ['await FindOrderAction("first"', 'await FindOrderAction "first"'],
  ['$result = await', '$result == await'],
  ['$said = bot say', '$said = await start bot say'],
  ['$sum == 2', '$sum = 2'],
  ['$sum > 1', '$sum > 1:'],
  ['$sum > 1', '$sum > 1 then'],
  ['    elif', '    # a comment\n    elif'],
  ['      break\n', '      break\n      # a comment\n'],
  ['elif $part', 'elseif $part'],
  ['      pass\n', ''],
  ['      pass\n', '      end\n'],
  ['      abort\n', '      abort now\n'],
  ['  or when $said', '  or  when $said'],
  ['  or when $said', '  orwhen $said'],
  ['(user asked price or user asked state)', '(user asked price or user asked state) as $asked'],
  ['(user asked price or user asked state)', '(user asked price).Finished() as $asked'],
  ['log $sum', 'log'],
  ['    ...', '    ..'],
  ['    ...', '    ..."Say something."'],
  ['start bot say "Wait." as $wait', 'start bot say "Wait." as wait'],
  ['"now" $sum', '"now" sum'],
  ['"now" $sum', '"now", $sum'],
  ['stop $wait', 'stop wait()'],
  ['again:', 'again : now'],
  ['return $sum + 1', 'return await bot say "x"'],
  ['return $sum + 1', 'return'],
  ['  bot say "It', '  "It'],
  ['bot say "It is {$sum}"', 'ifready "now"'],
  ['bot say "It is {$sum}"', 'bot say\t"now"'],
  ['bot say "It is {$sum}"', 'bot say "a" "b" -1 foo("c").d'],
  ['bot say "It is {$sum}"', 'bot say """long\ntext"""'],
  ['    and bot', '    and\n    bot'],
];

function shownInPrompt(): string {
  const prompt = readFileSync(new URL('../../resources/prompts/colang-write.md', import.meta.url), 'utf8');
  return (/^ {4}import core\n(?: {4}.*\n|\n)+/m.exec(prompt)?.[0] ?? '').replaceAll(/^ {4}/gm, '');
}

/** Texts on which NeMo Guardrails' parser disagrees with the grammar, with the reason. */
const DIFFERS = {
  // A statement outside of flows does nothing, but a text of just one such statement breaks its parser.
  'one statement': 'bot say "hi"\n',
  // Its lexer separates words that run together.
  'words run together': 'flow main\n  if $x isNone\n    pass\n',
};

describeWithNemo('the grammar of Colang', () => {
  describeWithCorpus('compared with NeMo Guardrails', ['star'], () => {
    it('agrees on its own files, all 24 compiled flows, and small changes', {
      timeout: 600_000,
    }, async () => {
      const language = readFileSync(fixture('language.co'), 'utf8');
      const texts: Record<string, string> = { language, 'the prompt': shownInPrompt(), ...DIFFERS };
      for (const [from, to] of MUTATIONS) {
        expect(language).toContain(from);
        texts[`${from} → ${to}`] = language.replace(from, () => to);
      }
      const flows = await readFlowFolder(corpusFile('star', 'native/tasks'), new AbortController().signal);
      for (const flow of flows) {
        const { 'main.co': main, 'helpers.co': helpers } = compileColang(flow);
        texts[`${flow.name} main`] = main;
        texts[`${flow.name} helpers`] = helpers;
      }
      const file = join(temporaryFolder(), 'texts.json');
      writeFileSync(file, JSON.stringify(texts));
      const { stdout } = await promisify(execFile)(NEMO_PYTHON, [fixture('parse.py'), file], {
        maxBuffer: 1 << 26,
      });
      const verdicts = verdictsSchema.parse(
        JSON.parse(required(stdout.trim().split('\n').at(-1), 'the answer')),
      );
      const rows = verdicts.map(({ name, text, error }) => ({
        name,
        theirs: error === null,
        ours: checkColang(text).problems.length === 0,
      }));
      const differ = rows.filter(({ theirs, ours }) => theirs !== ours);
      expect(differ).toEqual([
        { name: 'one statement', theirs: false, ours: true },
        { name: 'words run together', theirs: true, ours: false },
      ]);
      for (const read of ['language', 'the prompt'])
        expect(rows.find(({ name }) => name === read)?.theirs, read).toBe(true);
      // Both verdicts must occur often enough for the agreement to mean something.
      expect(rows.length).toBeGreaterThan(190);
      expect(rows.filter(({ theirs }) => !theirs).length).toBeGreaterThan(60);
    });
  });
});
