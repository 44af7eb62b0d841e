import { describe, expect, it } from 'vitest';
import { induceMoves } from '../induce.ts';
import { createMovesCorpus } from '../moves-corpus.ts';
import { encodeSentencesOf } from './encode-sentences.ts';

const ASKS = ['Where is my parcel?', 'When does the lamp arrive?', 'Has my chair been sent?'];
const THANKS = ['Thanks a lot!', 'You are very kind.', 'That was quick, great.'];

const corpusOf = (dialogues: number) => {
  const corpus = createMovesCorpus();
  for (let at = 0; at < dialogues; at++) {
    corpus.add([
      { role: 'user', texts: [`${ASKS[at % 3]} ${THANKS[(at + 1) % 3]}`] },
      { role: 'system', texts: ['It was sent today.'] },
      { role: 'user', texts: [THANKS[at % 3] ?? ''] },
    ]);
  }
  return corpus.finish();
};

describe('sentences compared by a pretrained encoder', () => {
  const asked: string[] = [];
  const fake = {
    name: 'fake',
    dimensions: 2,
    encodeTexts: async (texts: readonly string[]) => {
      asked.push(...texts);
      return Float32Array.from(texts.flatMap((text) => (text.includes('?') ? [1, 0] : [0, 1])));
    },
  };

  it('are encoded once if equal, and a turn is their mean', async () => {
    const { encode } = await encodeSentencesOf(corpusOf(9), fake);
    expect(asked).toHaveLength(7);
    expect(new Set(asked).size).toBe(7);
    const words = (text: string) => asked.find((one) => one.startsWith(text))?.split(' ') ?? [];
    const { values } = encode([[words('where'), words('thanks')], [words('where')], []]);
    expect([...values].map((value) => value.toFixed(2))).toEqual([
      '0.71',
      '0.71',
      '1.00',
      '0.00',
      '0.00',
      '0.00',
    ]);
    expect(() => encode([[['never', 'said']]])).toThrow(/never said/);
  });

  it.each(['context', 'cues'] as const)(
    'finds other moves than LSA does, and says by what: %s',
    async (method) => {
      const corpus = corpusOf(60);
      const options = { method, moves: 2, seed: 1 } as const;
      const given = induceMoves(corpus, { ...options, encoder: await encodeSentencesOf(corpus, fake) });
      expect(given.model.encoder).toBe('fake');
      const fitted = induceMoves(corpus, options);
      expect(fitted.model.encoder).toBe('LSA');
      expect(given.turns).not.toEqual(fitted.turns);
    },
  );
});
