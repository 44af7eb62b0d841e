import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outputTarget } from '../../electron/backend/output/target.ts';
import { whyOnnxIsMissing } from '../../electron/backend/providers/embeddings/known-encoder.ts';
import { type RetrievalInput, retrievalInputSchema } from '../../lab/retrieval/figures.ts';
import { measureRetrieval } from '../../lab/retrieval/measure-retrieval.ts';
import { generateDemoDialogues } from '../../shared/demo/generate.ts';
import { corpusPath, describeWithCorpus } from '../fixtures/corpora.ts';
import { tinyEncoder } from '../fixtures/tiny-encoder.ts';

const signal = new AbortController().signal;
const METHODS = [
  'random',
  'random-dialogue',
  'bm25-last',
  'bm25-dialogue',
  'dense',
  'rrf',
  'dfa-rag',
  'dfa-paper',
  'dfa-tree-resume',
  'context',
  'context-ranker',
];

let folder: string;
const lines = generateDemoDialogues({ seed: 5, count: 84 }).map((dialogue) => JSON.stringify(dialogue));
const trainLines = lines.slice(0, 56);
const testLines = lines.slice(56);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evaluate-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function write(name: string, content: readonly string[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content.map((line) => `${line}\n`).join(''));
  return path;
}

type FoundExamples = Record<string, { dialogueId: string; turn: number }[]>;

async function predictions(
  train: string,
  test: string,
  options: Partial<RetrievalInput> = {},
  threads = 1,
): Promise<Map<string, FoundExamples>> {
  const dump = join(folder, 'dump.jsonl');
  const input = retrievalInputSchema.parse({
    from: { kind: 'files', train, test },
    tagger: 'offline',
    methods: METHODS,
    ...options,
  });
  await measureRetrieval(input, { signal, dump: outputTarget(dump, 'replace', []), threads });
  const written = (await readFile(dump, 'utf8')).trimEnd().split('\n');
  return new Map(
    written.map((line) => {
      const { dialogueId, turn, methods } = JSON.parse(line);
      return [`${dialogueId} ${turn}`, methods as FoundExamples];
    }),
  );
}

describe('an evaluation of retrieval', () => {
  it('predicts the same in any order, with any other queries and any number of threads', async () => {
    const train = await write('train.jsonl', trainLines);
    const whole = await predictions(train, await write('test.jsonl', testLines));
    expect(whole.size).toBeGreaterThan(60);

    const shuffled = await predictions(
      await write('train-reversed.jsonl', [...trainLines].reverse()),
      await write('test-reversed.jsonl', [...testLines].reverse()),
      {},
      2,
    );
    expect(Object.fromEntries(shuffled)).toEqual(Object.fromEntries(whole));

    // The same first dialogues, among others with words that training never saw.
    const others = Array.from({ length: 40 }, (_, at) =>
      JSON.stringify({
        id: `stranger-${at}`,
        turns: [
          { speaker: 'user', text: `zorblax quintle ${at} frobnicate refund` },
          { speaker: 'system', text: 'Wibble wobble.' },
        ],
      }),
    );
    const mixed = await predictions(
      train,
      await write('mixed.jsonl', [...others, ...testLines.slice(0, 20)]),
    );
    const kept = [...mixed].filter(([key]) => !key.startsWith('stranger'));
    expect(kept.length).toBeGreaterThan(40);
    for (const [key, found] of kept) expect(found).toEqual(whole.get(key));
  });

  it.skipIf(whyOnnxIsMissing() !== null)('uses the sentence encoder of a folder, by its name', async () => {
    const says = (id: string, words: readonly string[]) =>
      JSON.stringify({
        id,
        turns: words.flatMap((text) => [
          { speaker: 'user', text },
          { speaker: 'system', text: `about ${text}` },
        ]),
      });
    const input = retrievalInputSchema.parse({
      from: {
        kind: 'files',
        train: await write('letters.jsonl', [says('one', ['a', 'b']), says('two', ['c', 'd'])]),
        test: await write('asked.jsonl', [says('asked', ['d d', 'b c b'])]),
      },
      methods: ['random', 'dense-onnx'],
      examples: 1,
      encoder: tinyEncoder(),
    });
    const dump = join(folder, 'letters-dump.jsonl');
    const { methods } = await measureRetrieval(input, { signal, dump: outputTarget(dump, 'replace', []) });
    expect(methods[1]).toMatchObject({ title: 'Dense: tiny', encoder: 'tiny' });
    const found = (await readFile(dump, 'utf8')).trimEnd().split('\n');
    expect(found.map((line) => JSON.parse(line).methods['dense-onnx'])).toEqual([
      [{ dialogueId: 'two', turn: 3 }],
      [{ dialogueId: 'one', turn: 3 }],
    ]);
    const without = measureRetrieval({ ...input, encoder: null }, { signal });
    await expect(without).rejects.toThrow(/needs a folder/);
  });

  it('names turns as the files do, even if turns are joined or rejected', async () => {
    const train = await write('joined-train.jsonl', [
      JSON.stringify({
        id: 'only',
        turns: [
          { speaker: 'user', text: 'I want a refund please' },
          { speaker: 'narrator', text: 'typing' },
          { speaker: 'system', text: 'I am sorry.' },
          { speaker: 'system', text: 'Which order is it?' },
        ],
      }),
    ]);
    const test = await write('joined-test.jsonl', [
      JSON.stringify({
        id: 'asks',
        turns: [
          { speaker: 'system', text: 'Welcome!' },
          { speaker: 'user' },
          { speaker: 'user', text: 'A refund' },
          { speaker: 'user', text: 'right now' },
          { speaker: 'system', text: 'Which order?' },
          { speaker: 'system', text: 'And why?' },
        ],
      }),
    ]);
    const found = await predictions(train, test, { methods: ['bm25-last'] });
    expect(Object.fromEntries(found)).toEqual({
      'asks 4': { 'bm25-last': [{ dialogueId: 'only', turn: 2 }] },
    });
  });

  it('reports missing annotations', async () => {
    const bare = lines.slice(0, 30).map((line) => line.replaceAll(/,"acts":\[[^\]]*\]/g, ''));
    const train = await write('bare.jsonl', bare);
    const input = retrievalInputSchema.parse({ from: { kind: 'files', train }, tagger: 'annotations' });
    await expect(measureRetrieval(input, { signal })).rejects.toMatchObject({
      code: 'INVALID',
      message: 'No turn in the training dialogues has annotations.',
    });
  });

  it('holds out a share by the stated hash, and uses the first dialogues of either side', async () => {
    const train = await write('broken.jsonl', ['{"not": 1}', ...lines]);
    const input = retrievalInputSchema.parse({
      from: { kind: 'files', train, heldOutShare: 0.2 },
      methods: ['bm25-last', 'context'],
      limit: 10,
      trainLimit: 50,
    });
    const result = await measureRetrieval(input, { signal });
    expect(result.settings.heldOutBy).toContain('below 0.2');
    expect(result.corpus.train).toMatchObject({ dialogues: 50, rejected: 1 });
    expect(result.corpus.test.dialogues).toBe(10);
    expect(result.queries).toBe(result.corpus.test.turns);
    expect(result.methods.map(({ oracle, full }) => [oracle, full.estimate])).toEqual([
      [false, 100],
      [false, 100],
    ]);
  });

  it('has no act figures across corpora without a common label', async () => {
    const annotated = (prefix: string, act: string) =>
      Array.from({ length: 12 }, (_, at) =>
        JSON.stringify({
          id: `${prefix}-${at}`,
          turns: [
            { speaker: 'user', text: `where is my parcel ${at}`, acts: [`ask-${act}`] },
            { speaker: 'system', text: `It is number ${at % 3}.`, acts: [act] },
          ],
        }),
      );
    const base = { tagger: 'annotations' as const, methods: ['bm25-last', 'context'] };
    const run = async (train: string, test: string, textOnly = false) =>
      measureRetrieval(
        retrievalInputSchema.parse({ ...base, textOnly, from: { kind: 'files', train, test } }),
        { signal },
      );
    const here = await write('here.jsonl', annotated('here', 'inform'));
    const there = await write('there.jsonl', annotated('there', 'tell'));
    const same = await write('same.jsonl', annotated('same', 'inform'));

    const across = await run(here, there);
    expect(across.methods[0].actF1.estimate).toBeNull();
    expect(across.methods[0].answer.bleu.estimate).not.toBeNull();
    expect(across.warnings[0]).toContain('no acts in common');

    const within = await run(here, same);
    expect(within.methods.map(({ name, oracle, actF1 }) => [name, oracle, actF1.estimate])).toEqual([
      ['bm25-last', false, 100],
      ['context', true, 100],
    ]);
    expect((await run(here, same, true)).methods[0].actF1.estimate).toBeNull();
  });

  it('reports that no method answers', async () => {
    const monologue = (id: string) => JSON.stringify({ id, turns: [{ speaker: 'user', text: 'hello' }] });
    const train = await write('monologues.jsonl', [monologue('a'), monologue('b')]);
    const test = await write('answered.jsonl', lines.slice(0, 2));
    const input = retrievalInputSchema.parse({ from: { kind: 'files', train, test } });
    await expect(measureRetrieval(input, { signal })).rejects.toMatchObject({
      code: 'INVALID',
      message: 'None of the 2 training dialogues has an agent turn that answers a customer.',
    });
  });

  it('names the file that cannot be read', async () => {
    const input = retrievalInputSchema.parse({
      from: { kind: 'files', train: join(folder, 'missing.jsonl'), test: join(folder, 'missing.jsonl') },
    });
    await expect(measureRetrieval(input, { signal })).rejects.toMatchObject({
      name: 'DialogramError',
      detail: { place: join(folder, 'missing.jsonl') },
    });
  });

  it('reports at once that a dump cannot be written', async () => {
    const train = await write('train.jsonl', trainLines);
    const dump = join(folder, 'no-such-folder', 'dump.jsonl');
    const input = retrievalInputSchema.parse({ from: { kind: 'files', train } });
    await expect(
      measureRetrieval(input, { signal, dump: outputTarget(dump, 'refuse', []) }),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
      detail: { place: dump },
    });
  });

  it('stops when it is canceled, and leaves no partial dump', async () => {
    const abort = new AbortController();
    const train = await write('train.jsonl', trainLines);
    const running = measureRetrieval(retrievalInputSchema.parse({ from: { kind: 'files', train } }), {
      signal: abort.signal,
      dump: outputTarget(join(folder, 'cancelled.jsonl'), 'refuse', []),
      onProgress: () => abort.abort(),
    });
    await expect(running).rejects.toThrow();
    expect(abort.signal.aborted).toBe(true);
    expect((await readdir(folder)).filter((name) => name.startsWith('cancelled'))).toEqual([]);
  });
});

describeWithCorpus('the published router on MultiWOZ', ['multiwoz'], () => {
  it('with fair matching beats exact matching and chance, and finds dialogues as well as BM25', async () => {
    const input = retrievalInputSchema.parse({
      from: { kind: 'files', train: corpusPath('multiwoz'), heldOutShare: 0.2 },
      tagger: 'offline',
      methods: ['random-dialogue', 'bm25-last', 'bm25-dialogue', 'dfa-rag', 'dfa-paper'],
      trainLimit: 600,
      limit: 120,
    });
    const { methods, differences } = await measureRetrieval(input, { signal });
    const [random, , bm25, fair, literal] = methods;
    expect(fair.full.estimate).toBe(100);
    expect(fair.actF1.lower).toBeGreaterThan(2 * literal.actF1.upper!);
    expect(fair.actF1.lower).toBeGreaterThan(random.actF1.upper!);
    expect(fair.dialogueActF1.lower).toBeGreaterThan(literal.dialogueActF1.upper!);
    expect(fair.dialogueActF1.lower).toBeGreaterThan(random.dialogueActF1.upper!);
    expect(bm25.dialogueActF1.estimate).not.toBeNull();
    const againstBm25 = differences.find(({ method }) => method === 'dfa-rag')!;
    expect(againstBm25.dialogueActF1.estimate).toBeGreaterThan(-1);
  });
});
