import { describe, expect, it } from 'vitest';
import { clusterByCues } from './cue-moves.ts';
import { fitMoveEncoder } from './sentence-vectors.ts';

/** Twenty sentences about other things each, and forty times the same one. */
function spammed(dialogueOf: (repeat: number) => number) {
  const nouns = 'table taxi flight song doctor house ticket parcel garden window'.split(' ');
  const verbs = 'sees finds moves paints sells makes takes brings keeps shows'.split(' ');
  const others = nouns.flatMap((noun) => verbs.map((verb) => ['the', noun, verb, 'it']));
  const spam = Array.from({ length: 40 }, () => 'cashing in on the famous burrito promotion'.split(' '));
  const sentences = [...others, ...spam];
  const dialogues = Int32Array.from(sentences, (_, at) =>
    at < others.length ? at : 1000 + dialogueOf(at - others.length),
  );
  const vectors = fitMoveEncoder(
    sentences.map((words) => [words]),
    1,
  ).encode(sentences.map((words) => [words]));
  return clusterByCues(sentences, dialogues, vectors, [], 1).of.slice(others.length);
}

describe('clusters beside cues', () => {
  it('are what many say alike, and not what one says again and again', () => {
    expect(spammed((repeat) => repeat).every((leaf) => leaf >= 0)).toBe(true);
    expect(spammed(() => 0).every((leaf) => leaf < 0)).toBe(true);
  });
});
