import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type CorpusName, corpusPath, describeWithCorpus } from '../../../tests/fixtures/corpora.ts';
import { findPersonalData } from './find-personal-data.ts';

interface Turn {
  readonly text: string;
  readonly acts?: readonly string[];
}

const turnsOf = (corpus: CorpusName): Turn[] =>
  gunzipSync(readFileSync(corpusPath(corpus)))
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => (JSON.parse(line) as { turns: Turn[] }).turns);

function covered(
  text: string,
  spans: ReturnType<typeof findPersonalData>,
  pattern: RegExp,
): { there: number; found: number } {
  const matches = [...text.matchAll(pattern)];
  const found = matches.filter(({ index, 0: { length } }) =>
    spans.some((span) => span.start <= index && span.end >= index + length),
  );
  return { there: matches.length, found: found.length };
}

describeWithCorpus('personal data in MultiWOZ', ['multiwoz'], () => {
  it('finds telephone and reference numbers; what else it takes are train numbers and postcodes', () => {
    const counts = { phones: 0, phonesFound: 0, references: 0, referencesFound: 0, codes: 0, strays: 0 };
    for (const { text, acts = [] } of turnsOf('multiwoz')) {
      const spans = findPersonalData(text);
      const phones = covered(text, spans, /(?<!\d)\d{10,12}(?!\d)/g);
      counts.phones += phones.there;
      counts.phonesFound += phones.found;
      if (acts.some((act) => /ref/i.test(act))) {
        const references = covered(text, spans, /(?<!\w)(?=[A-Z]*\d|[A-Z]{8})[A-Z0-9]{8}(?!\w)/g);
        counts.references += references.there;
        counts.referencesFound += references.found;
      }
      for (const span of spans) {
        const written = text.slice(span.start, span.end);
        if (/^(?:tr\d{4}|[a-z]{2}\d{2,3}[a-z]{2})$/i.test(written)) counts.codes++;
        // Numbers of either form are genuine even in turns that are not annotated so.
        else if (
          !/^(?=.*\d)[a-z0-9]{8}$|^[\d -]{10,}$/i.test(written) &&
          !acts.some((act) => /phone|ref/i.test(act))
        ) {
          counts.strays++;
        }
      }
    }
    expect(counts.phonesFound).toBe(counts.phones);
    expect(counts.phones).toBeGreaterThan(700);
    expect(counts.references).toBeGreaterThan(1000);
    expect(counts.referencesFound / counts.references).toBeGreaterThan(0.995);
    expect(counts.strays).toBe(0);
    expect(counts.codes).toBeLessThan(1000);
  });
});

describeWithCorpus('personal data in SGD', ['sgd'], () => {
  it('finds the telephone numbers of every country in it, and hardly anything else', () => {
    const counts = { phones: 0, found: 0, strays: 0 };
    for (const { text, acts = [] } of turnsOf('sgd')) {
      const spans = findPersonalData(text);
      if (!acts.some((act) => /phone_number/.test(act) && !/request/.test(act)))
        counts.strays += spans.length;
      else if (text.replace(/\D/g, '').length >= 7) {
        counts.phones++;
        if (spans.some((span) => span.kind === 'phone')) counts.found++;
      }
    }
    expect(counts.phones).toBeGreaterThan(3000);
    expect(counts.found / counts.phones).toBeGreaterThan(0.995);
    expect(counts.strays).toBeLessThan(10);
  });
});
