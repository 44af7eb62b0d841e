import { describe, expect, it } from 'vitest';
import { fitMoveEncoder } from '../clusters/sentence-vectors.ts';
import { clusterByCues } from './cue-moves.ts';

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
  it('contain what many dialogues say, not what one person repeats', () => {
    expect(spammed((repeat) => repeat).every((leaf) => leaf >= 0)).toBe(true);
    expect(spammed(() => 0).every((leaf) => leaf < 0)).toBe(true);
  });
});

/** Sentences of two cues, and ten without one, which resemble those of the first cue and some of the second. */
function withoutCue(alikeOfOther: number): Int32Array {
  const nouns = 'table taxi flight song doctor house ticket parcel garden window'.split(' ');
  const about = (count: number, cue: string) =>
    Array.from({ length: count }, (_, at) => `we like our ${nouns[at % 10]} ${cue}`.trim().split(' '));
  const sentences = [
    ...about(20, 'alpha'),
    ...about(alikeOfOther, 'beta'),
    ...Array.from({ length: 60 }, (_, at) => `send the form over today ${nouns[at % 10]} beta`.split(' ')),
    ...about(10, ''),
  ];
  const texts = sentences.map((words) => [words]);
  const rules = ['alpha', 'beta'].map((word) => ({
    name: word,
    kind: 'report' as const,
    cue: new RegExp(word, 'u'),
  }));
  const vectors = fitMoveEncoder(texts, 1).encode(texts);
  return clusterByCues(sentences, Int32Array.from(sentences.keys()), vectors, rules, 1).of.slice(-10);
}

describe('sentences without a cue', () => {
  it('join a cue if they are near', () => {
    expect([...new Set(withoutCue(0))]).toEqual([0]);
  });

  it('join no cue that is near many sentences of other cues', () => {
    expect([...new Set(withoutCue(15))]).toEqual([-1]);
  });
});
