import { describe, expect, it } from 'vitest';
import type { DialogueField } from '../../domain/dialogue-filter.ts';
import { summariseField } from './summarise-field.ts';
import { createFieldBuilder, tagFields } from './tag-fields.ts';

const NAMES = ['ask', 'tell', 'say-goodbye', 'thank'];
function rowsOf(dialogues: readonly string[]) {
  const all = dialogues.map((dialogue) => dialogue.split(' '));
  const flat = all.flat();
  const offsets = (counts: readonly number[]) =>
    Int32Array.from([0, ...counts.map((_, at) => counts.slice(0, at + 1).reduce((a, b) => a + b, 0))]);
  return {
    turnOffsets: offsets(all.map((own) => own.length)),
    turnRoles: Uint8Array.from(flat, (turn) => (turn.startsWith('u') ? 1 : 0)),
    tagOffsets: offsets(flat.map((turn) => turn.length - 1)),
    tagIds: Int32Array.from(flat.flatMap((turn) => [...turn.slice(1)].map(Number))),
    tagNames: NAMES,
  };
}
const textOf = ({ offsets, valueIds, values }: DialogueField): string[] =>
  Array.from({ length: offsets.length - 1 }, (_, at) =>
    Array.from(valueIds.subarray(offsets[at], offsets[at + 1]), (id) => values[id]).join('+'),
  );

describe('what tags say of dialogues', () => {
  const rows = rowsOf(['u0 s1 s2 u3', 'u0 s12 u0', 'u03', 's']);
  const fields = (outcome: Parameters<typeof tagFields>[0]['outcome']) =>
    Object.fromEntries(
      tagFields({ rows, times: null, outcome, isCorrected: (at) => at === 2 }).map((field) => [
        field.name,
        textOf(field),
      ]),
    );

  it('is which are seen, how it ended, whether the customer left it or came back, and whether a person corrected it', () => {
    expect(fields({ kind: 'last-tag' })).toEqual({
      'tags seen': ['ask+tell+say-goodbye+thank', 'ask+tell+say-goodbye', 'ask+thank', ''],
      outcome: ['thank', 'ask', 'ask', ''],
      abandoned: ['no', 'yes', 'yes', ''],
      reopened: ['no', 'yes', '', ''],
      corrected: ['no', 'no', 'yes', 'no'],
    });
  });

  it('is reopened by a request after thanks or goodbye, not by thanks before an answer or by more thanks', () => {
    const of = (...dialogues: readonly string[]) =>
      textOf(
        tagFields({ rows: rowsOf(dialogues), times: null, outcome: null, isCorrected: () => false }).find(
          ({ name }) => name === 'reopened',
        )!,
      );
    expect(of('u0 s1 u3 u0', 'u0 s1 u3 s1 u3', 'u3 s1 u0', 'u0 s1 u03 u0')).toEqual(['yes', 'no', '', '']);
  });

  it('ends by the tags that were chosen, where they were', () => {
    const outcome = { kind: 'tags', tags: ['say-goodbye', 'thank'] } as const;
    expect(fields(outcome).outcome).toEqual(['say-goodbye', 'say-goodbye', 'thank', 'none of these']);
    expect(fields(null).outcome).toBeUndefined();
  });
});

describe('what a field holds', () => {
  const fieldOf = (values: readonly string[]): DialogueField => {
    const builder = createFieldBuilder('x');
    values.forEach((value, at) => {
      if (value !== '') builder.add(at, value);
    });
    return builder.finish(values.length);
  };

  it('is counted, and how much of it passes', () => {
    const counted = summariseField(fieldOf(['A', 'B', 'A', '']), Uint8Array.of(1, 1, 0, 1));
    expect(counted).toMatchObject({ dialogues: 3, different: 2, range: null, bins: [] });
    expect(counted.values).toEqual([
      { value: 'A', dialogues: 2, passing: 1 },
      { value: 'B', dialogues: 1, passing: 1 },
    ]);
  });

  it('has stretches of turn numbers where there are many, and one for a few far ones', () => {
    const numbers = Array.from({ length: 100 }, (_, at) => String(at < 99 ? at / 2 : 9000));
    const { bins, range } = summariseField(fieldOf(numbers), null);
    expect(range).toEqual({ least: '0', most: '9000' });
    expect(bins[0]).toEqual({ from: null, to: '5', dialogues: 10, passing: 10 });
    expect(bins.at(-1)).toEqual({ from: '45', to: null, dialogues: 10, passing: 10 });
    expect(bins.reduce((sum, bin) => sum + bin.dialogues, 0)).toBe(100);
  });

  it('has stretches that grow where some are far larger than most', () => {
    const numbers = Array.from({ length: 100 }, (_, at) => String(at < 80 ? at / 10 : 100 * at));
    const { bins } = summariseField(fieldOf(numbers), null);
    expect(bins.map(({ to }) => to).slice(0, 4)).toEqual(['1', '2', '5', '10']);
    expect(bins.reduce((sum, bin) => sum + bin.dialogues, 0)).toBe(100);
  });

  it('has stretches of days where it holds dates', () => {
    const dates = Array.from({ length: 60 }, (_, at) =>
      new Date(Date.UTC(2025, 0, 1) + at * 86_400_000).toISOString(),
    );
    const { bins } = summariseField(fieldOf(dates), null);
    expect(bins.every(({ from }) => from === null || /^\d{4}-\d\d-\d\d$/.test(from))).toBe(true);
    expect(bins.reduce((sum, bin) => sum + bin.dialogues, 0)).toBe(60);
  });
});
