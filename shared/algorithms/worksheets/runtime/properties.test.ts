import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  declared,
  field,
  SETTINGS,
  setOf,
  sheet,
  turnsOf,
} from '../../../../tests/fixtures/worksheet-runs.ts';
import type { WorksheetField, WorksheetSet } from '../../../domain/worksheet.ts';
import { compile } from './compile.ts';
import { runTurn, type Turn } from './run-turn.ts';
import { isQuestion, START } from './state.ts';

/** Generates random worksheets and dialogues, and checks properties that all of them must have. */

const CHOICES = ['red', 'blue'] as const;
const VALUES: Readonly<Record<string, readonly string[]>> = {
  str: ['"x"', '"y"', '"z"'],
  int: ['1', '2', '"three"'],
  bool: ['True', 'False'],
  date: ['"2026-04-01"', '"tomorrow"'],
  Enum: ['"red"', '"blue"'],
};

const fields = fc
  .array(
    fc.record({
      type: fc.constantFrom('str', 'int', 'bool', 'date', 'Enum'),
      required: fc.boolean(),
      confirm: fc.boolean(),
      dontAsk: fc.boolean(),
      /** The earlier field that this field waits for, if any. */
      after: fc.option(fc.nat({ max: 5 }), { nil: null }),
      acts: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((drawn) =>
    drawn.map(({ type, after, acts, ...rest }, at): WorksheetField => {
      const before = after === null || at === 0 ? null : after % at;
      return field(`f${at}`, type, {
        ...rest,
        values: CHOICES,
        predicate: before === null ? '' : `self.f${before} is not None`,
        actions: acts ? `note(self.f${at})` : '',
      });
    }),
  );

const sets = fc
  .tuple(fields, fields)
  .map(
    ([own, inner]): WorksheetSet =>
      setOf(
        [
          sheet(
            'Main',
            [...own, field('part', 'Part', { required: own.length % 2 === 0 }), field('confirm', 'confirm')],
            { backend: 'send', actions: '>say("Sent.")' },
          ),
          sheet('Part', inner, { actions: 'note("part")' }),
        ],
        [declared('send', ['f0', 'f1'], 'f"{f0} and {f1}"'), declared('note', ['what'], 'what', false)],
      ),
  );

const pathsOf = ({ worksheets: [main, part] }: WorksheetSet): { path: string; type: string }[] =>
  [
    ...(main?.fields ?? []).map((one) => ({ path: `main.${one.name}`, type: typeName(one) })),
    ...(part?.fields ?? []).map((one) => ({ path: `main.part.${one.name}`, type: typeName(one) })),
  ].filter(({ type }) => type in VALUES);
const typeName = ({ type: { kind } }: WorksheetField): string => (kind === 'enum' ? 'Enum' : kind);

const setting = ({ path, type }: { path: string; type: string }, pick: number): string => {
  const values = VALUES[type] ?? [];
  return `${path} = ${values[pick % values.length]}`;
};

const dialogues = sets.chain((set) =>
  fc.record({
    set: fc.constant(set),
    lines: fc.array(
      fc
        .array(
          fc.oneof(
            {
              weight: 6,
              arbitrary: fc
                .tuple(fc.constantFrom(...pathsOf(set)), fc.nat(5))
                .map(([one, pick]) => setting(one, pick)),
            },
            {
              weight: 3,
              arbitrary: fc
                .constantFrom('main.part', ...pathsOf(set).map(({ path }) => path))
                .map((path) => `${path} = None`),
            },
            { weight: 2, arbitrary: fc.constantFrom('main.confirm = True', 'confirm()') },
            {
              weight: 1,
              arbitrary: fc.constantFrom(
                'main.confirm = False',
                'accept()',
                'cancel()',
                'unclear()',
                'retry()',
                'answer("when?")',
                'nonsense(',
                '',
              ),
            },
          ),
          { maxLength: 4 },
        )
        .map((statements) => statements.join('\n')),
      { minLength: 1, maxLength: 12 },
    ),
  }),
);

const check = (property: (set: WorksheetSet, lines: readonly string[]) => void, seed: number): void =>
  fc.assert(
    fc.property(dialogues, ({ set, lines }) => property(set, lines)),
    { seed, numRuns: 150 },
  );

const effectsOf = ({ acts }: Turn): number =>
  acts.filter((act) => act.act === 'REPORT' && act.instance.startsWith('main')).length;

describe('whatever is said', () => {
  it('does nothing before all that is required is there', () => {
    let effects = 0;
    check((set, lines) => {
      for (const turn of turnsOf(set, lines)) {
        effects += effectsOf(turn);
        if (effectsOf(turn) === 0) continue;
        const main = turn.state.instances.find(({ worksheet }) => worksheet === 'Main');
        for (const { name, required, predicate } of set.worksheets[0]?.fields ?? []) {
          const waitsFor = /self\.(f\d)/.exec(predicate)?.[1];
          const counts = waitsFor === undefined || main?.values[waitsFor] !== undefined;
          // The field that this one waits for may be inactive, so only direct conditions are checked.
          if (required && counts && waitsFor === undefined) expect(main?.values).toHaveProperty(name);
        }
      }
    }, 11);
    expect(effects).toBeGreaterThan(0);
  });

  it('has no effect but right after a confirmation that was asked for', () => {
    let effects = 0;
    check((set, lines) => {
      let asked = '';
      turnsOf(set, lines).forEach((turn, at) => {
        if (effectsOf(turn) > 0) {
          effects++;
          expect(asked).toBe('main_1.confirm');
          expect(lines[at]).toContain('main.confirm = True');
        }
        const last = turn.state.asked;
        asked = last?.act === 'ASK' ? `${last.instance}.${last.field}` : '';
      });
    }, 12);
    expect(effects).toBeGreaterThan(0);
  });

  it('ends in the same state in whatever order the same values are given, in one turn or many', () => {
    const orders = sets.chain((set) =>
      fc.record({
        set: fc.constant(set),
        picks: fc.array(fc.nat(5), { minLength: 16, maxLength: 16 }),
        count: fc.nat(12),
        seed: fc.shuffledSubarray(
          pathsOf(set).map((_, at) => at),
          { minLength: pathsOf(set).length },
        ),
        inOne: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(orders, ({ set, picks, count, seed, inOne }) => {
        const lines = pathsOf(set).map((one, at) => setting(one, picks[at] ?? 0));
        const given = seed.filter((at) => at < count + 1).map((at) => lines[at] ?? '');
        const straight = lines.filter((line) => given.includes(line));
        const end = (said: readonly string[]) => {
          const { instances } = turnsOf(set, said).at(-1)?.state ?? START;
          // If a part has started without any answer, it is no value.
          const empty = instances
            .filter(({ values }) => Object.keys(values).length === 0)
            .map((one) => one.name);
          const shown = instances.map(({ name, values, performed, done, result }) => ({
            name,
            values: Object.fromEntries(
              Object.entries(values).filter(
                ([, value]) => !empty.some((one) => JSON.stringify(value).includes(one)),
              ),
            ),
            performed,
            done,
            result,
          }));
          return shown
            .filter(({ name }) => !empty.includes(name))
            .sort((left, right) => (left.name < right.name ? -1 : 1));
        };
        if (straight.length === 0) return;
        expect(end(inOne ? [given.join('\n')] : given)).toEqual(end(straight));
      }),
      { seed: 13, numRuns: 200 },
    );
  });

  it('makes the same acts when the statements are replayed, also from a state that was kept', () => {
    check((set, lines) => {
      const turns = turnsOf(set, lines);
      expect(turnsOf(set, lines)).toEqual(turns);
      const compiled = compile(set);
      let state = START;
      lines.forEach((line, at) => {
        const kept = JSON.parse(JSON.stringify(state)) as typeof state;
        const turn = runTurn(compiled, kept, line, SETTINGS);
        expect(turn.acts).toEqual(turns[at]?.acts);
        state = turn.state;
      });
    }, 14);
  });

  it('asks at most one thing a turn', () => {
    let questions = 0;
    check((set, lines) => {
      for (const { acts } of turnsOf(set, lines)) {
        const asked = acts.filter(isQuestion);
        questions += asked.length;
        expect(asked.length).toBeLessThan(2);
      }
    }, 15);
    expect(questions).toBeGreaterThan(0);
  });
});
