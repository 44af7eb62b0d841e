import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOut } from '#shared/algorithms/layout/lay-out.ts';
import { readGraph } from '#shared/contract/automata.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { readSupportThreads } from '../fixtures/annotated-corpora.ts';
import { describeWithCorpus } from '../fixtures/corpora.ts';
import { neutral } from '../fixtures/dialogues.ts';
import { type ReadDialogue, sentencesOf } from '../fixtures/picture-sentences.ts';
import { ended, makeProject, resultOf, tagWith } from '../fixtures/project.ts';

const EVERYTHING = { minSupport: 0, maxDepth: Number.POSITIVE_INFINITY, cover: 100 };

async function sentences(client: DialogramClient, dialogues: readonly ReadDialogue[]) {
  const graph = readGraph(await client.automata.graph({}));
  return sentencesOf(graph, layOut(graph, EVERYTHING, null).scene, dialogues);
}
const wrong = (found: Awaited<ReturnType<typeof sentences>>) =>
  found.filter(({ said, counted }) => said !== counted);

describe('every sentence that a picture states', () => {
  it('is true of the dialogues it was learned from, whatever they are', async () => {
    const tags = fc.uniqueArray(fc.constantFrom('greet', 'ask-status', 'ask-refund', 'thank', 'complain'), {
      maxLength: 2,
    });
    const corpora = fc.array(fc.array(tags, { minLength: 1, maxLength: 7 }), {
      minLength: 12,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(corpora, async (corpus) => {
        const { client } = await makeProject(
          corpus.map((turns, at) =>
            neutral(
              `d${at}`,
              ...turns.map((own, turn) => {
                const words = `${turn % 2 === 0 ? 'u' : 's'}: turn ${turn}`;
                return own.length === 0 ? words : `${words} #${own.join(',')}`;
              }),
            ),
          ),
        );
        await tagWith(client, 'annotations');
        const { state } = await ended(client, (await client.automata.learn({ learner: 'overview' })).job);
        fc.pre(state === 'done');
        const found = await sentences(
          client,
          corpus.map((turns) => ({
            turns: turns.map((own, turn) => ({ role: turn % 2 === 0 ? 'user' : 'system', tags: own })),
          })),
        );
        expect(new Set(found.map(({ kind }) => kind))).toContain('follows');
        expect(wrong(found)).toEqual([]);
      }),
      { numRuns: 5 },
    );
  });

  it('is detected as wrong if one figure is wrong', async () => {
    const { client } = await makeProject(
      Array.from({ length: 20 }, (_, at) => neutral(`d${at}`, 'u: Help #ask', 's: Done #tell')),
    );
    await tagWith(client, 'annotations');
    await resultOf(client, (await client.automata.learn({ learner: 'overview' })).job);
    const read = (tag: string): ReadDialogue => ({
      turns: [
        { role: 'user', tags: ['ask'] },
        ...(tag === '' ? [] : [{ role: 'system', tags: [tag] } as const]),
      ],
    });
    const all = Array.from({ length: 20 }, () => read('tell'));
    expect(wrong(await sentences(client, all))).toEqual([]);
    const kinds = wrong(await sentences(client, all.with(3, read('')))).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(['reaches', 'share', 'ends', 'comes from', 'follows']));
  });
});

describeWithCorpus('every sentence about the tickets', ['twitter-support-threads'], () => {
  it('is true, by moves that people assigned', async () => {
    const threads = readSupportThreads().map(({ id, turns }) => ({
      id,
      domain: [],
      turns: turns.map(({ role, text, moves }) => ({ speaker: role, text, acts: moves })),
    }));
    const { client } = await makeProject(threads);
    await tagWith(client, 'annotations');
    await resultOf(client, (await client.automata.learn({ learner: 'overview' })).job);
    const found = await sentences(
      client,
      threads.map(({ turns }) => ({
        turns: turns.map(({ speaker, acts }) => ({ role: speaker, tags: acts })),
      })),
    );
    expect(found.length).toBeGreaterThan(100);
    expect(wrong(found)).toEqual([]);
  });
});
