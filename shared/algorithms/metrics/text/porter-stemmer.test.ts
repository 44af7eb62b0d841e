import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { porterStem } from './porter-stemmer.ts';

describe('porterStem', () => {
  // The examples of Porter 1980 and some more; the stems are what NLTK 3.10.3 answers.
  it.each([
    'caresses-caress ponies-poni ties-tie dies-die cats-cat feed-feed agreed-agre plastered-plaster bled-bled',
    'motoring-motor sing-sing conflated-conflat troubled-troubl sized-size hopping-hop falling-fall hissing-hiss fizzed-fizz',
    'failing-fail filing-file happy-happi sky-sky skies-sky enjoy-enjoy spy-spi relational-relat conditional-condit',
    'valency-valenc digitizer-digit conformably-conform radically-radic differently-differ vilely-vile analogously-analog predication-predic operator-oper',
    'feudalism-feudal decisiveness-decis hopefulness-hope hopefully-hope formality-formal sensitivity-sensit sensibility-sensibl geology-geolog triplicate-triplic',
    'formative-form formalize-formal electricity-electr electrical-electr goodness-good revival-reviv allowance-allow inference-infer airliner-airlin',
    'gyroscopic-gyroscop adjustable-adjust defensible-defens irritant-irrit replacement-replac adjustment-adjust dependent-depend adoption-adopt communism-commun',
    'activate-activ homologous-homolog effective-effect bowdlerize-bowdler probate-probat rate-rate cease-ceas controlling-control rolling-roll',
    'died-die tried-tri by-by news-news proceed-proceed using-use',
  ])('%s', (pairs) => {
    for (const pair of pairs.split(' ')) {
      const [word, stem] = pair.split('-');
      expect([word, porterStem(word)]).toEqual([word, stem]);
    }
  });

  it('joins the forms of a word', () => {
    for (const forms of [
      ['connect', 'connected', 'connecting', 'connection', 'connections'],
      ['book', 'booked', 'booking'],
    ]) {
      expect(new Set(forms.map(porterStem)).size).toBe(1);
    }
  });

  it('never lengthens a word and survives any', () => {
    const word = fc.string({ unit: fc.constantFrom(...'aeiouylsteding13z') });
    fc.assert(
      fc.property(word, (text) => {
        expect(porterStem(text).length).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
