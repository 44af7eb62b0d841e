import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextIndex } from './text-index.ts';

describe('TextIndex', () => {
  it('numbers texts as a Map would', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.nat({ max: 300 }).map(String),
      fc.string({ unit: fc.constantFrom('\ud800', 'a', '\0') }),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 400 }), (texts) => {
        const index = new TextIndex();
        const model = new Map<string, number>();
        for (const one of texts) {
          expect(index.find(one)).toBe(model.get(one) ?? -1);
          if (!model.has(one)) model.set(one, model.size);
          expect(index.add(one)).toBe(model.get(one));
        }
        expect(index.size).toBe(model.size);
        for (const [one, number] of model) expect(index.text(number)).toBe(one);
      }),
    );
  });

  it('holds many ids in sequence and a very long one', () => {
    const index = new TextIndex();
    for (let id = 0; id < 50_000; id++) index.add(String(id));
    expect(index.find('49999')).toBe(49_999);
    expect(index.find('50000')).toBe(-1);
    const long = 'x'.repeat(100_000);
    expect(index.text(index.add(long))).toBe(long);
  });
});
