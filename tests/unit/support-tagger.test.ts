import { describe, expect, it } from 'vitest';
import type { SpokenTurn } from '#shared/algorithms/moves/moves-corpus.ts';
import { readTurn, textToEncode } from '#shared/algorithms/moves/support/support-features.ts';
import { unpackModel } from '#shared/algorithms/moves/support/support-model.ts';
import { createSupportReading, isSureEnough } from '#shared/algorithms/moves/support/support-reading.ts';
import { createSupportTagger } from '#shared/algorithms/moves/support/support-tagger.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import { type LabelledDialogue, packModel, trainSupport } from '../../lab/train-support.ts';

const THINGS = ['phone', 'router', 'parcel', 'card', 'laptop', 'lamp', 'flight', 'order', 'screen', 'meter'];

/** A complaint or a question, the agent's question, and thanks, by number. */
function turns(number: number): { readonly turns: SpokenTurn[]; readonly labels: string[][] } {
  const thing = THINGS[number % THINGS.length]!;
  const angry = number % 2 === 0;
  const said = (role: Role, text: string): SpokenTurn => ({ role, texts: [text] });
  return {
    turns: [
      said(
        'user',
        angry ? `@shop worst service ever, my ${thing} is a joke!` : `How much is a new ${thing}?`,
      ),
      said('system', angry ? `Sorry! Please send us a DM about the ${thing}.` : `A ${thing} costs $30.`),
      said('user', angry ? `Done, I sent the DM about my ${thing}` : 'Thank you so much!'),
    ],
    labels: angry
      ? [['complain'], ['ask-private', 'apologise'], ['confirm-done']]
      : [['ask-information'], ['give-information'], ['thank']],
  };
}

/** A vector that shows the kind of dialogue, as an encoder might. */
const vectorsOf = (number: number): Float32Array =>
  Float32Array.from({ length: 6 }, (_, at) => (at % 2 === number % 2 ? 1 : 0));

const dialogues = Array.from({ length: 60 }, (_, number): LabelledDialogue => {
  const { turns: spoken, labels } = turns(number);
  return {
    group: THINGS[number % THINGS.length]!,
    turns: spoken.map(readTurn),
    vectors: vectorsOf(number),
    labels,
  };
});
const trained = trainSupport(dialogues, { name: 'pairs', dimensions: 2 });
const model = unpackModel(packModel(trained.model));

describe('the support tagger', () => {
  it.each([false, true])('finds the moves of things it has never heard of (vectors: %s)', (withVectors) => {
    const tagger = createSupportTagger(model);
    for (const number of [0, 1]) {
      const { turns: spoken, labels } = turns(number);
      const read = spoken.map(({ role, texts }) =>
        readTurn({
          role,
          texts: texts.map((text) => text.replace('phone', 'kettle').replace('router', 'kettle')),
        }),
      );
      const sure = tagger.tag({ turns: read, vectors: withVectors ? vectorsOf(number) : null });
      const moves = sure.map((own, at) => model.roles[read[at]!.role].moves[own.indexOf(Math.max(...own))]);
      expect(moves.map((move, at) => labels[at]!.includes(move!))).toEqual([true, true, true]);
      for (const own of sure) expect(own.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 6);
    }
  });

  it('takes every move as likely for a turn that is not said yet', () => {
    const tagger = createSupportTagger(model);
    const readBefore = (text: string, goesOn: boolean) => {
      const [first] = turns(0).turns;
      const read = [first!, { role: 'system' as const, texts: [text] }].map(readTurn);
      return [...tagger.tag({ turns: read, vectors: null, goesOn })[0]!];
    };
    const answers = ['Sorry! Please send us a DM.', 'It costs $30.'];
    const [sorry, price] = answers.map((text) => readBefore(text, true));
    expect(sorry).toEqual(price);
    expect(readBefore(answers[0]!, false)).not.toEqual(readBefore(answers[1]!, false));
  });

  it('holds back each group in turn, and every labelled turn once', () => {
    for (const which of ['plain', 'encoded'] as const) {
      const seen = trained.heldBack[which].map(({ dialogue, turn }) => `${dialogue} ${turn}`);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toHaveLength(180);
    }
  });

  it('gives the same weights each time', () => {
    const again = packModel(trainSupport(dialogues, { name: 'pairs', dimensions: 2 }).model);
    const first = packModel(trained.model);
    expect(again.about).toEqual(first.about);
    expect(Buffer.from(again.weights).equals(Buffer.from(first.weights))).toBe(true);
  });

  it('refuses weights that are too short for their description', () => {
    const { about, weights } = packModel(trained.model);
    expect(() => unpackModel({ about, weights: weights.subarray(0, 1000) })).toThrow(RangeError);
  });
});

describe('what a turn is read as', () => {
  it('masks accounts, links and numbers, and leaves out who is addressed and who signs', () => {
    const { words, signs } = readTurn({
      role: 'system',
      texts: ['@115712 Call 0800 123 now &amp; see https://t.co/x ^JS'],
    });
    expect(words.join(' ')).toBe('call <n> <n> now see <url>');
    expect(signs).toContain('addressed');
  });
  it('is read by an encoder without accounts', () => {
    expect(textToEncode(['@a  hello &amp; bye', 'https://t.co/x'])).toBe('hello & bye link');
  });
});

describe('reading a corpus', () => {
  const read = (allEncoded?: number) => {
    const reading = createSupportReading(model, allEncoded);
    for (let number = 0; number < 40; number++) reading.add(turns(number).turns);
    return reading;
  };
  it('leaves at most a tenth of the turns untagged and names the others plainly', () => {
    const tags = read().read();
    expect(tags.turns).toHaveLength(120);
    expect(tags.turns.filter((moves) => moves.length === 0).length).toBeLessThanOrEqual(12);
    expect(tags.moves.user).toContain('complains');
    expect(tags.encoder).toBeNull();
  });
  it('gives no move to turns without a letter or a digit', () => {
    const readWith = (...texts: string[]) => {
      const reading = read();
      for (const text of texts) reading.add([{ role: 'user', texts: [text] }]);
      return reading.read();
    };
    const silent = readWith('###STOP###', '?!', '…', '@acme ', '7', 'ok');
    expect(silent.turns.slice(-6, -2)).toEqual([[], [], [], []]);
    expect(silent.confidence).toBeCloseTo(readWith('7', 'ok').confidence, 9);
  });
  it('encodes each different text once, and of many turns only those that n-grams are unsure of', async () => {
    const withOdd = (allEncoded?: number) => {
      const reading = read(allEncoded);
      for (const text of ['Thank you, my worst lamp', 'Much done', 'Ever is the DM', 'Parrots sing opera'])
        reading.add([{ role: 'user', texts: [text] }]);
      return reading;
    };
    const readWith = async (reading: ReturnType<typeof read>) => {
      const asked: string[] = [];
      const tags = await reading.readWith({
        name: 'pairs',
        encodeTexts: async (texts) => {
          asked.push(...texts);
          return new Float32Array(2 * texts.length).fill(0.5);
        },
      });
      expect(new Set(asked).size).toBe(asked.length);
      expect(asked).toHaveLength(reading.texts());
      expect(tags.encoder).toBe('pairs');
      return tags;
    };
    const plain = withOdd().read();
    const few = await readWith(withOdd());
    expect(few.vectors).toHaveLength(2 * plain.sure.length);
    const many = await readWith(withOdd(1));
    expect(many.vectors).toBeNull();
    const unsure = plain.sure.map((sure) => sure.every((value) => value < 0.8));
    expect(new Set(unsure)).toEqual(new Set([true, false]));
    for (const [at, isUnsure] of unsure.entries())
      if (!isUnsure) expect(many.sure[at]).toEqual(plain.sure[at]);
    expect(many.sure).not.toEqual(plain.sure);
    expect(many.sure).not.toEqual(few.sure);
  });
  it('is used if it expects to be right often enough, whether or not anybody complains', () => {
    const calm = createSupportReading(model);
    for (let number = 1; number < 40; number += 2) calm.add(turns(number).turns);
    expect(isSureEnough(calm.read())).toBe(true);
    expect(isSureEnough({ ...calm.read(), confidence: 0.55 })).toBe(false);
  });
});
