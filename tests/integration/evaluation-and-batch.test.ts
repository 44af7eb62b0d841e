import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outputTarget } from '#backend/output/target.ts';
import { generateDemoDialogues } from '#shared/demo/generate.ts';
import type { AgentSpec } from '#shared/domain/agent.ts';
import { retrievalInputSchema } from '../../lab/retrieval/figures.ts';
import { measureRetrieval } from '../../lab/retrieval/measure-retrieval.ts';
import { makeProject, resultOf, tagWith } from '../fixtures/project.ts';

const EXAMPLES = 5;
const SEED = 1;
const METHODS = [
  'random',
  'random-dialogue',
  'bm25-last',
  'bm25-3',
  'bm25-dialogue',
  'dense',
  'dense-answer',
  'rrf',
  'dfa-rag',
  'dfa-paper',
  'dfa-tree',
  'dfa-tree-greedy',
  'dfa-tree-resume',
  'context',
  'context-rrf',
  'context-ranker',
];

interface Line {
  readonly dialogueId: string;
  readonly turn: number;
  readonly methods: Record<string, readonly { readonly dialogueId: string; readonly turn: number }[]>;
}

function turnsOfTurns(turns: readonly { readonly speaker: string }[]): number[] {
  let turn = -1;
  return turns.map(({ speaker }, at) => (speaker === turns[at - 1]?.speaker ? turn : ++turn));
}

/** No tagger reads held-out dialogues on one side only. Evaluation and batch run must agree to the last example. */
it.each([
  ['by annotations', 'annotations', 'annotations'],
  ['by the moves of the run in force', 'run', 'moves'],
] as const)('a batch run finds and answers the same as an evaluation %s', async (_, tagger, runs) => {
  const dialogues = generateDemoDialogues({ seed: 5, count: 60 });
  const turns = new Map(dialogues.map(({ id, turns }) => [id, turnsOfTurns(turns)]));
  const project = await makeProject(dialogues);
  const { client, path, folder } = project;
  const { run: inForce } = await tagWith(client, runs);
  const dump = join(folder, 'dump.jsonl');
  const evaluated = await measureRetrieval(
    retrievalInputSchema.parse({
      from: { kind: 'project', heldOutShare: 0.1 },
      tagger,
      methods: METHODS,
      examples: EXAMPLES,
      seed: SEED,
    }),
    {
      signal: new AbortController().signal,
      projectPath: path,
      dump: outputTarget(dump, 'refuse', []),
      threads: 1,
    },
  );
  expect(evaluated.settings).toMatchObject({ tagger: runs, run: tagger === 'run' ? inForce : null });
  expect(evaluated.methods.some(({ oracle }) => oracle)).toBe(runs === 'annotations');
  expect(evaluated.warnings.some((warning) => warning.includes('read whole dialogues'))).toBe(
    runs === 'moves',
  );
  const { job, run } = await client.batch.start({
    columns: METHODS.map((method) => ({ method, answerer: { kind: 'consensus' } })),
    sample: 10_000,
    answering: { examples: EXAMPLES, seed: SEED },
    seed: SEED,
  });
  await resultOf(client, job);

  const lines = readFileSync(dump, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Line => JSON.parse(line));
  const place = ({ dialogueId, turn }: { readonly dialogueId: string; readonly turn: number }): string =>
    `${dialogueId}, turn ${turns.get(dialogueId)?.[turn]}`;
  const expected = new Map(lines.map((line) => [place(line), line.methods]));
  const { items } = await client.batch.rows({ run, limit: 1000 });
  expect(items.length).toBe(expected.size);
  expect(items.length).toBeGreaterThan(30);
  const { columns } = await client.batch.summary({ run });
  const methodOf = ({ column }: { readonly column: AgentSpec }): string => String(column.method);
  for (const { item, externalId, turn } of items) {
    const asked = `${externalId}, turn ${turn}`;
    for (const column of columns) {
      const method = methodOf(column);
      const { examples } = await client.batch.row({ run, item, column: column.key });
      expect(
        examples.map((example) => `${example.externalId}, turn ${example.turn}`),
        `${method}, ${asked}`,
      ).toEqual(expected.get(asked)?.[method].map(place));
    }
  }
  for (const { figures, ...column } of columns) {
    const method = methodOf(column);
    const { answer, actF1 } = evaluated.methods.find(({ name }) => name === method)!;
    expect(figures.corpusBleu.estimate, method).toBeCloseTo(answer.bleu.estimate!, 6);
    expect(figures.rougeL.estimate, method).toBeCloseTo(answer.rougeL.estimate!, 6);
    expect(figures.actF1.estimate, method).toBeCloseTo(answer.actF1.estimate!, 6);
    expect(figures.examplesF1.estimate, method).toBeCloseTo(actF1.estimate!, 6);
  }
});

it('refuses the tags of a run for files', async () => {
  const { path, folder } = await makeProject(generateDemoDialogues({ seed: 5, count: 20 }));
  const from = { kind: 'files', train: join(folder, 'a.jsonl'), test: null, heldOutShare: 0.5 } as const;
  writeFileSync(
    from.train,
    generateDemoDialogues({ seed: 6, count: 20 })
      .map((dialogue) => `${JSON.stringify(dialogue)}\n`)
      .join(''),
  );
  const evaluated = measureRetrieval(
    retrievalInputSchema.parse({ from, tagger: 'run', methods: ['bm25-last'] }),
    { signal: new AbortController().signal, projectPath: path },
  );
  await expect(evaluated).rejects.toThrow('not for files');
});
