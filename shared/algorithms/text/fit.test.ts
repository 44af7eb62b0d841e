import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnalysedDialogue, fitOfflineTagger } from '../../../tests/fixtures/offline-tagger.ts';
import type { Role } from '../../domain/dialogue.ts';
import { createRandom } from '../random/random.ts';
import { createFitAccumulator } from './fit.ts';
import { type AnalysedUtterance, CUES, type Cue, type Writing } from './offline-tagger-model.ts';
import { type DialogueLayout, layoutOf, packUtterances } from './packed-utterances.ts';

const EVERYTHING = { minimumCount: 1, minimumShare: 0 };

function utterance(words: string, cues: readonly Cue[] = [], writing: Writing = 'plain'): AnalysedUtterance {
  const list = [...new Set(words.split(' ').filter(Boolean))];
  return { lemmas: list, writings: list.map(() => writing), words: list, cues, cut: false };
}

function dialogue(...turns: readonly (readonly [Role, ...AnalysedUtterance[]])[]): AnalysedDialogue {
  return { turns: turns.map(([role, ...utterances]) => ({ role, utterances })) };
}

/** Spans from a turn's number of utterances. */
function layout(dialogues: readonly AnalysedDialogue[]): DialogueLayout {
  return layoutOf(
    dialogues.map(({ turns }) => {
      let next = 0;
      return turns.map(({ role, utterances }) => {
        const first = next;
        next += utterances.length;
        return { role, first, last: next - 1 };
      });
    }),
  );
}

/** The formula as written down, counted by hand over sets of strings. */
function naiveScore(
  dialogues: readonly AnalysedDialogue[],
  has: (utterance: AnalysedUtterance) => boolean,
  minimum: number,
): number {
  const rows: { role: Role; x: boolean; next: Set<string> }[] = [];
  for (const { turns } of dialogues) {
    for (let turn = 0; turn + 1 < turns.length; turn++) {
      const next = new Set(turns[turn + 1].utterances.flatMap((entry) => entry.words));
      for (const entry of turns[turn].utterances) rows.push({ role: turns[turn].role, x: has(entry), next });
    }
  }
  const n = rows.filter((row) => row.x).length;
  if (n === 0) return 0;
  const counts = new Map<string, number>();
  for (const row of rows) for (const word of row.next) counts.set(word, (counts.get(word) ?? 0) + 1);
  let sum = 0;
  for (const [word, total] of counts) {
    if (total < minimum) continue;
    const c = rows.filter((row) => row.x && row.next.has(word)).length;
    let e = 0;
    for (const role of ['user', 'system'] as const) {
      const ofRole = rows.filter((row) => row.role === role);
      if (ofRole.length === 0) continue;
      const share = ofRole.filter((row) => row.next.has(word)).length / ofRole.length;
      e += ofRole.filter((row) => row.x).length * share;
    }
    if (c > e) sum += c * Math.log(c / e) - (c - e);
  }
  return sum / Math.sqrt(n);
}

const dialogues = fc.array(
  fc.array(
    fc.tuple(
      fc.constantFrom<Role>('user', 'system'),
      fc.array(
        fc.tuple(
          fc.uniqueArray(fc.constantFrom('refund', 'order', 'card', 'parcel', 'login'), { maxLength: 4 }),
          fc.subarray([...CUES], { maxLength: 2 }),
          fc.constantFrom<Writing>('plain', 'name', 'unknown'),
        ),
        { minLength: 1, maxLength: 3 },
      ),
    ),
    { maxLength: 6 },
  ),
  { maxLength: 8 },
);

function build(
  raw: readonly (readonly [Role, readonly (readonly [string[], Cue[], Writing])[]])[][],
): AnalysedDialogue[] {
  return raw.map((turns) => ({
    turns: turns.map(([role, utterances]) => ({
      role,
      utterances: utterances.map(([words, cues, writing]) => utterance(words.join(' '), cues, writing)),
    })),
  }));
}

describe('the fit of the offline tagger', () => {
  it('ranks a lemma that predicts the next turn above one that does not', () => {
    const corpus: AnalysedDialogue[] = [];
    for (let index = 0; index < 40; index++) {
      const refund = index % 2 === 0;
      corpus.push(
        dialogue(
          ['user', utterance(`hello ${refund ? 'refund' : 'login'}`)],
          ['system', utterance(refund ? 'order number' : 'password reset')],
        ),
      );
    }
    const { vocabulary } = fitOfflineTagger(corpus);
    expect(vocabulary.map((entry) => entry.lemma).slice(0, 2)).toEqual(['login', 'refund']);
    expect(vocabulary.find((entry) => entry.lemma === 'hello')?.score).toBe(0);
    // 20 of 20 next turns have "order" and "number" each, 10 of 20 expected: 2·(20·ln 2 − 10)/√20.
    expect(vocabulary.find((entry) => entry.lemma === 'refund')?.score).toBeCloseTo(
      (2 * (20 * Math.log(2) - 10)) / Math.sqrt(20),
      5,
    );
  });

  it('keeps a lemma in at least max(5, 0.2 %) of the messages', () => {
    const say = (word: string, times: number): AnalysedDialogue[] =>
      Array.from({ length: times }, () => dialogue(['user', utterance(word)]));
    const words = (corpus: readonly AnalysedDialogue[]): string[] =>
      fitOfflineTagger(corpus)
        .vocabulary.map((entry) => entry.lemma)
        .sort();
    expect(words([...say('four', 4), ...say('five', 5)])).toEqual(['five']);
    expect(words([...say('seven', 7), ...say('eight', 8), ...say('rest', 3985)])).toEqual(['eight', 'rest']);
  });

  it('leaves out names: lemmas mostly written with a capital inside sentences', () => {
    const corpus = [
      ...Array.from({ length: 9 }, () => dialogue(['user', utterance('milpitas', [], 'name')])),
      ...Array.from({ length: 6 }, () => dialogue(['user', utterance('apartment', [], 'name')])),
      ...Array.from({ length: 6 }, () => dialogue(['user', utterance('apartment', [], 'plain')])),
      ...Array.from({ length: 6 }, () => dialogue(['user', utterance('booking', [], 'unknown')])),
    ];
    expect(fitOfflineTagger(corpus).vocabulary.map((entry) => entry.lemma)).toEqual(['apartment', 'booking']);
  });

  it('does not count words that one role prefers as a prediction', () => {
    const corpus = Array.from({ length: 30 }, () =>
      dialogue(
        ['user', utterance('problem')],
        ['system', utterance('assist')],
        ['user', utterance('problem')],
      ),
    );
    for (const entry of fitOfflineTagger(corpus).vocabulary) expect(entry.score).toBe(0);
  });

  it('agrees with the formula computed naively', () => {
    fc.assert(
      fc.property(dialogues, fc.integer({ min: 1, max: 3 }), (raw, minimum) => {
        const corpus = build(raw);
        const model = fitOfflineTagger(corpus, {
          minimumCount: minimum,
          minimumShare: 0,
          maximumNameShare: 1,
        });
        for (const { lemma, score } of model.vocabulary) {
          expect(score).toBeCloseTo(
            naiveScore(corpus, (entry) => entry.lemmas.includes(lemma), minimum),
            5,
          );
        }
        for (const cue of CUES) {
          expect(model.cues[cue].score).toBeCloseTo(
            naiveScore(corpus, (entry) => entry.cues.includes(cue), minimum),
            5,
          );
        }
      }),
      { seed: 1, numRuns: 150 },
    );
  });

  it('does not depend on the order and the slices', () => {
    fc.assert(
      fc.property(
        dialogues,
        fc.integer({ min: 0, max: 1000 }),
        fc.integer({ min: 1, max: 4 }),
        (raw, seed, size) => {
          const corpus = build(raw);
          const whole = fitOfflineTagger(corpus, EVERYTHING);
          const shuffled = createRandom(seed).shuffle(corpus);
          const accumulator = createFitAccumulator();
          for (let first = 0; first < shuffled.length; first += size) {
            const part = shuffled.slice(first, first + size);
            accumulator.add(
              packUtterances(part.flatMap((entry) => entry.turns.flatMap((turn) => turn.utterances))),
              layout(part),
            );
          }
          expect(accumulator.finish(EVERYTHING)).toEqual(whole);
        },
      ),
      { seed: 2, numRuns: 100 },
    );
  });

  it('can be stored as JSON', () => {
    const model = fitOfflineTagger(
      [dialogue(['user', utterance('refund', ['question'])], ['system', utterance('order')])],
      EVERYTHING,
    );
    expect(JSON.parse(JSON.stringify(model))).toEqual(model);
  });

  it('works without any message', () => {
    expect(fitOfflineTagger([])).toMatchObject({ utterances: 0, vocabulary: [] });
    expect(createFitAccumulator().finish()).toMatchObject({ utterances: 0, vocabulary: [] });
  });

  it('rejects a layout of other messages', () => {
    const accumulator = createFitAccumulator();
    const corpus = [dialogue(['user', utterance('refund')])];
    expect(() => accumulator.add(packUtterances([]), layout(corpus))).toThrow(
      /end at message 1, but its messages end at 0/,
    );
    expect(() =>
      accumulator.add(packUtterances([utterance('refund')]), {
        ...layout(corpus),
        dialogueStarts: Int32Array.of(0, 3),
      }),
    ).toThrow(/whole dialogues/);
  });
});
