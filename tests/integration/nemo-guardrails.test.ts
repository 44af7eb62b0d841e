import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { compileColang } from '#shared/algorithms/flows/colang/compile-colang.ts';
import { printFlow } from '#shared/contract/flow-file.ts';
import { readFlowFolder } from '../../lab/flows/read-flow-folder.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { corpusFile, describeWithCorpus } from '../fixtures/corpora.ts';
import { describeWithNemo, NEMO_PYTHON } from '../fixtures/nemo/installed.ts';

const script = fileURLToPath(new URL('../fixtures/nemo/talk.py', import.meta.url));
const answerSchema = z.record(
  z.string(),
  z.union([z.object({ error: z.string() }), z.object({ said: z.array(z.string()), prompts: z.int() })]),
);

/** A flow takes seconds to load: every third is talked to, unless the soak asks for all. */
const EVERY = process.env.DIALOGRAM_ALL_FLOWS ? 1 : 3;

describeWithNemo('NeMo Guardrails', () => {
  describeWithCorpus('and compiled flows', ['star'], () => {
    it('are parsed, loaded and talked to', async () => {
      const folder = temporaryFolder();
      const all = await readFlowFolder(corpusFile('star', 'native/tasks'), new AbortController().signal);
      expect(all).toHaveLength(24);
      const flows = all.filter((_, at) => at % EVERY === 0);
      for (const flow of flows) {
        mkdirSync(join(folder, flow.name));
        const files = { ...compileColang(flow), 'flow.json': printFlow(flow) };
        for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, flow.name, name), text);
      }
      const { stdout } = await promisify(execFile)(NEMO_PYTHON, [script, folder], { maxBuffer: 1 << 26 });
      const answers = answerSchema.parse(JSON.parse(stdout.trim().split('\n').at(-1)!));
      expect(Object.keys(answers)).toHaveLength(flows.length);
      for (const flow of flows) {
        const answer = answers[flow.name]!;
        if ('error' in answer) throw new Error(`${flow.name}: ${answer.error}`);
        // Every slot is asked for in order, the function is called, and its answer reported.
        expect(answer.said[0], flow.name).toBe(flow.globalActions[0]?.message);
        const first = flow.nodes.find(({ id }) => id === flow.start);
        const questions =
          first?.type === 'request'
            ? [
                first.message ?? [],
                Object.values(first.slots).flatMap((slot) => (slot.rule ? [] : (slot.message ?? []))),
              ].flat()
            : [];
        expect(answer.said.slice(1, 1 + questions.length), flow.name).toEqual(questions);
        expect(answer.said.length, flow.name).toBeGreaterThan(1 + questions.length);
        // What was asked for is filled in. A value that no slot asks for and no function answers keeps its name.
        const unfilled = (answer.said.at(-1)?.match(/(?<=\[)[a-z_]+(?=\])/g) ?? []).filter((name) =>
          flow.nodes.some((node) => node.type === 'request' && Object.hasOwn(node.slots, name)),
        );
        expect(unfilled, flow.name).toEqual([]);
      }
    });
  });
});
