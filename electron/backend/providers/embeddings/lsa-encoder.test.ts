import { describe, expect, it } from 'vitest';
import {
  buildRetrievalCorpus,
  encodeHistory,
  type RetrievalDialogue,
} from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import { contextSpace, distanceMarkedWords } from '#shared/algorithms/retrieval/words/channel.ts';
import { fitLsaEncoder, loadLsaEncoder, lsaFingerprint, unpackModel } from './lsa-encoder.ts';

const THINGS = ['kettle', 'lamp', 'jacket', 'phone', 'chair'];

const dialogues: readonly RetrievalDialogue[] = Array.from({ length: 20 }, (_, at) => ({
  key: `d${at}`,
  turns: [
    { role: 'user' as const, text: `where is my ${THINGS[at % 5]}`, tags: [] },
    { role: 'system' as const, text: at % 2 ? 'it left today' : 'which order is it', tags: [] },
    { role: 'user' as const, text: `order ${at % 3}`, tags: [] },
    { role: 'system' as const, text: 'thanks', tags: [] },
  ],
}));
const corpus = buildRetrievalCorpus(dialogues);
const histories = [dialogues[3].turns.slice(0, 1), dialogues[4].turns.slice(0, 3), []];

describe('the built-in encoder', () => {
  it('gives the vectors that the dense method searches', async () => {
    const encoder = fitLsaEncoder(corpus, 'print');
    const space = contextSpace(corpus, distanceMarkedWords('three turns', 3), { dimensions: 128, seed: 1 });
    expect(encoder.dimensions).toBe(space.dimensions);
    expect(encoder.encodeReplies()).toEqual(space.vectors);
    const encoded = await encoder.encode(histories.slice(0, 1));
    expect(encoded).toEqual(space.encode(encodeHistory(corpus, histories[0])));
  });

  it('encodes the same after it was packed and loaded', async () => {
    const encoder = fitLsaEncoder(corpus, 'print');
    const loaded = loadLsaEncoder(corpus, encoder.pack(), 'print');
    expect(loaded.dimensions).toBe(encoder.dimensions);
    expect(await loaded.encode(histories)).toEqual(await encoder.encode(histories));
    expect(loaded.encodeReplies()).toEqual(encoder.encodeReplies());
  });

  it('gives unit vectors, and zero where nothing is known', async () => {
    const encoder = fitLsaEncoder(corpus, 'print');
    const vectors = await encoder.encode(histories);
    const lengthOf = (row: number): number =>
      Math.hypot(...vectors.subarray(row * encoder.dimensions, (row + 1) * encoder.dimensions));
    expect(lengthOf(0)).toBeCloseTo(1, 5);
    expect(lengthOf(1)).toBeCloseTo(1, 5);
    expect(lengthOf(2)).toBe(0);
  });

  it('refuses bytes that are no model', () => {
    const packed = fitLsaEncoder(corpus, 'print').pack();
    expect(() => unpackModel(packed.subarray(0, packed.length - 4))).toThrow(/do not match its header/);
  });
});

describe('the fingerprint of its vectors', () => {
  it('changes with words, roles and dialogues, not with tags or order', () => {
    const print = lsaFingerprint(dialogues);
    const retagged = dialogues.map(({ key, turns }) => ({
      key,
      turns: turns.map((turn) => ({ ...turn, tags: ['x'] })),
    }));
    expect(lsaFingerprint(retagged)).toBe(print);
    expect(lsaFingerprint([...dialogues].reverse())).toBe(print);
    expect(lsaFingerprint(dialogues.slice(1))).not.toBe(print);
    const reworded = dialogues.map(({ key, turns }, at) => ({
      key,
      turns: at === 7 ? [{ ...turns[0], text: `${turns[0].text}!` }, ...turns.slice(1)] : turns,
    }));
    expect(lsaFingerprint(reworded)).not.toBe(print);
  });
});
