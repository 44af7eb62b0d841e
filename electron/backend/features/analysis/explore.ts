import { decidingSteps, decidingTurns } from '#shared/algorithms/filters/deciding-turns.ts';
import {
  abandonedDialogues,
  measureFlow,
  type TurnTimes,
  type Waits,
} from '#shared/algorithms/performance/measure-flow.ts';
import {
  CLEAR,
  comparePopulations,
  doesFeature,
  type Feature,
} from '#shared/algorithms/populations/compare-populations.ts';
import { createRandom } from '#shared/algorithms/random/random.ts';
import {
  type Activities,
  activitiesOf,
  coveringCount,
  type FoldedStep,
  keyOf,
  nearestCommon,
  type Variant,
  variantsOf,
} from '#shared/algorithms/variants/variants.ts';
import type {
  GroupDifference,
  MovePattern,
  ReplayedPath,
  VariantRow,
  VariantStep,
} from '#shared/contract/analysis.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { DialogueField, NamedMove } from '#shared/domain/dialogue-filter.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { dialogueFields, turnTimes } from '../../store/corpus/dialogue-fields.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { shownSymbols } from '../../store/runs/shown-symbols.ts';
import { readOutcome, type StoredTaggedRows } from '../../store/tags/learning-rows.ts';
import { residentRowsOf } from '../../store/tags/resident-rows.ts';
import { createAutomatonCache, requireTracked } from '../automata/index.ts';
import { dialoguesWhere, filterOf } from '../filters/index.ts';

interface Tags {
  readonly run: RunId;
  readonly tagger: string;
}

interface Subject extends Tags {
  readonly where: string;
  readonly fold: boolean;
}

interface OneVariant {
  readonly subject: Subject;
  readonly steps: readonly VariantStep[];
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Rare variants are compared with this many of the most common ones. */
const MOST_COMPARED = 100;
/** Seed for sampling when there are too many dialogues, so the sample is always the same. */
const DRAW_SEED = 1;
const SHARES = [0.5, 0.8, 0.9, 0.95];

interface Log {
  readonly state: string;
  readonly activities: Activities;
  readonly rows: StoredTaggedRows;
  readonly dialogueIds: Int32Array;
  readonly isAbandoned: Uint8Array;
}

interface FoundVariants {
  readonly state: string;
  readonly activities: Activities;
  readonly dialogueIds: Int32Array;
  readonly variants: readonly Variant[];
  readonly minutes: DialogueField | null;
  readonly outcome: DialogueField | null;
}

/** Analyzes the tagged turns of a project; the last run, variants and automaton are cached. */
export const openExploring = (database: ReadDatabase) => {
  let found: FoundVariants | null = null;
  let log: Log | null = null;
  let automata: ReturnType<typeof createAutomatonCache> | null = null;
  let timed: { readonly run: RunId; readonly times: TurnTimes | null } | null = null;

  const logOf = ({ run, tagger }: Tags): Log => {
    const key = JSON.stringify([run, tagger]);
    const { rows, whole, corpusVersion, editVersion } = residentRowsOf(database, run, tagger).now(database);
    const shown = shownSymbols(database, run);
    const state = JSON.stringify([key, corpusVersion, editVersion, shown.automaton]);
    if (log?.state !== state) {
      const { dialogueIds } = rows;
      const isAbandoned = abandonedDialogues(whole, turnTimes(database, dialogueIds));
      log = { state, activities: activitiesOf(rows, shown.symbols), rows, dialogueIds, isAbandoned };
    }
    return log;
  };

  /** Returns the last result from a cache, because the pages of one list are requested one after the other. */
  const find = (subject: Subject): FoundVariants => {
    const { run, tagger, where, fold } = subject;
    const { state: stateOfLog, activities, dialogueIds } = logOf(subject);
    const state = JSON.stringify([subject, stateOfLog]);
    if (found?.state === state) return found;
    const only = dialoguesWhere(database, where, { id: run, tagger });
    const isTaken = (dialogue: number): boolean => only?.has(dialogueIds[dialogue] as DialogueId) ?? true;
    const variants = variantsOf(activities, fold, isTaken);
    const { fields } = dialogueFields(database);
    const fieldOf = (wanted: string) => fields.find(({ name }) => name === wanted) ?? null;
    const [minutes, outcome] = [fieldOf('minutes'), fieldOf('outcome')];
    found = { state, activities, dialogueIds, variants, minutes, outcome };
    return found;
  };

  const compare = ({
    tags,
    left,
    right,
    offset,
    limit,
  }: Page & { tags: Tags; left: string; right: string }) => {
    const { activities, rows: tagged, dialogueIds } = logOf(tags);
    const of = (where: string) => dialoguesWhere(database, where, { id: tags.run, tagger: tags.tagger });
    const [lefts, rights] = [of(left), right.trim() === '' ? null : of(right)];
    const isLeft = (id: DialogueId): boolean => lefts?.has(id) ?? true;
    const isRight = (id: DialogueId): boolean => rights?.has(id) ?? !isLeft(id);
    let both = 0;
    const sides = Array.from(dialogueIds, (id): -1 | 0 | 1 => {
      const [onLeft, onRight] = [isLeft(id as DialogueId), isRight(id as DialogueId)];
      if (onLeft && onRight) both++;
      return onLeft === onRight ? -1 : onLeft ? 0 : 1;
    });
    const decides = decidingTurns(filterOf(left), filterOf(right), readOutcome(database), movesInto);
    const compared = comparePopulations(
      activities,
      (dialogue) => sides[dialogue]!,
      decides && decidingSteps(decides, tagged, activities),
    );
    const items = compared.rows
      .slice(offset, offset + limit)
      .map(({ feature, ...row }): GroupDifference => ({ pattern: toPattern(activities, feature), ...row }));
    const { left: ofLeft, right: ofRight, rows } = compared;
    const byDefinition = rows.filter((row) => row.byDefinition).length;
    const clear = rows.filter((row) => row.q <= CLEAR && !row.byDefinition).length;
    return { left: ofLeft, right: ofRight, both, total: rows.length, clear, byDefinition, items };
  };

  /** Returns the moves that lead into a state of an automaton; null means the latest automaton. */
  const movesInto = (state: number, automaton: number | null): NamedMove[] => {
    automata ??= createAutomatonCache(database);
    const { symbols, transitionSymbols, transitionTargets } = automata.load(automaton as RunId | null).view
      .structure;
    return Array.from(transitionSymbols)
      .filter((_, transition) => transitionTargets[transition] === state)
      .map((symbol) => symbols[symbol]!);
  };

  const pattern = ({ tags, where, pattern: of }: { tags: Tags; where: string; pattern: MovePattern }) => {
    const { activities, dialogueIds } = logOf(tags);
    const only = dialoguesWhere(database, where, { id: tags.run, tagger: tags.tagger });
    const feature = toFeature(activities, of);
    return Array.from(dialogueIds, (id) => id as DialogueId).filter(
      (id, dialogue) =>
        feature !== null && (only?.has(id) ?? true) && doesFeature(activities, dialogue, feature),
    );
  };

  const pathsOf = (run: RunId) => {
    automata ??= createAutomatonCache(database);
    const { view, dialogueIds: ids } = requireTracked(automata.load(run));
    if (view.paths === null) {
      throw new DialogramError(
        'INVALID',
        'In a context automaton, a dialogue takes many paths, so it cannot be replayed and its waits cannot be measured.',
        {
          value: String(run),
          nextStep: 'Choose an automaton that shows dialogues as paths, such as an overview.',
        },
      );
    }
    // An automaton never changes, and a purge ends the thread, so the times stay valid.
    if (timed?.run !== run) timed = { run, times: turnTimes(database, ids) };
    return { view, paths: view.paths, ids, times: timed.times };
  };

  const replayedPaths = ({
    tags,
    automaton,
    where,
    variant,
    most,
  }: {
    tags: Tags;
    automaton: RunId;
    where: string;
    variant: OneVariant | null;
    most: number;
  }) => {
    const { paths, ids, times } = pathsOf(automaton);
    const { dialogueIds } = logOf(tags);
    const tagged = new Set(dialogueIds);
    const taken = variant
      ? new Set(dialoguesOf(find(variant.subject), variant.steps))
      : dialoguesWhere(database, where, { id: tags.run, tagger: tags.tagger });
    const all = Array.from(ids.keys()).filter(
      (at) => tagged.has(ids[at]!) && (taken?.has(ids[at] as DialogueId) ?? true),
    );
    const drawn = all.length > most ? createRandom(DRAW_SEED).shuffle(all).slice(0, most) : all;
    const items = drawn
      .sort((a, b) => a - b)
      .map((at): ReplayedPath => {
        const [first, end] = [paths.pathOffsets[at]!, paths.pathOffsets[at + 1]!];
        const starts = times?.starts.subarray(times.offsets[at], times.offsets[at + 1]) ?? new Float64Array();
        const begin = starts.find((second) => !Number.isNaN(second));
        return {
          dialogue: ids[at] as DialogueId,
          states: Array.from(paths.pathStates.subarray(first, end)),
          seconds: Array.from(paths.pathTurns.subarray(first, end), (turn) => {
            const start = starts[turn] ?? Number.NaN;
            return begin === undefined || Number.isNaN(start) ? null : start - begin;
          }),
        };
      });
    return { total: all.length, items };
  };

  const figures = ({
    tags,
    automaton: run,
    where,
    good,
    waits,
    number,
  }: {
    tags: Tags;
    automaton: RunId;
    where: string;
    good: string;
    waits: Waits;
    number: string | null;
  }) => {
    const { paths, ids, times } = pathsOf(run);
    const { activities, dialogueIds, isAbandoned } = logOf(tags);
    const placeOf = new Map(Array.from(dialogueIds, (id, at) => [id, at]));
    const lastTurns = Int32Array.from(ids, (id) => {
      const at = placeOf.get(id);
      if (at === undefined || activities.offsets[at + 1] === activities.offsets[at]) return -1;
      return activities.turns[activities.offsets[at + 1]! - 1]!;
    });
    const of = (filter: string) => dialoguesWhere(database, filter, { id: tags.run, tagger: tags.tagger });
    const [taken, well] = [of(where), of(good)];
    const measured = measureFlow(paths, {
      isTaken: (at) => placeOf.has(ids[at]!) && (taken?.has(ids[at] as DialogueId) ?? true),
      times,
      waits,
      lastTurns,
      isAbandoned: (at) => isAbandoned[placeOf.get(ids[at]!) ?? -1] === 1,
      outcomes: well && Int8Array.from(ids, (id) => (well.has(id as DialogueId) ? 1 : 0)),
      numbers: number === null ? null : numbersOf(database, number, ids),
    });
    return { timed: times !== null, figures: measured };
  };

  const variants = ({
    subject,
    offset,
    limit,
    cover,
    order,
  }: Page & { subject: Subject; cover: number; order: 'commonest' | 'slowest' }) => {
    const now = find(subject);
    const { activities, dialogueIds, variants: all } = now;
    const dialogues = all.reduce((sum, variant) => sum + variant.dialogues.length, 0);
    const total = coveringCount(all, cover);
    const alike = new Int32Array(total);
    if (total < all.length)
      nearestCommon(all, total, MOST_COMPARED).forEach((nearest, at) => {
        if (nearest !== -1) alike[nearest]! += all[total + at]!.dialogues.length;
      });
    const cumulative = new Float64Array(total);
    const places = Array.from(cumulative.keys());
    let before = 0;
    for (const place of places) {
      before += all[place]!.dialogues.length;
      cumulative[place] = before / dialogues;
    }
    if (order === 'slowest') {
      const medians = places.map((place) => medianOf(now.minutes, all[place]!.dialogues) ?? -1);
      places.sort((a, b) => medians[b]! - medians[a]! || a - b);
    }
    const items = places.slice(offset, offset + limit).map((place): VariantRow => {
      const variant = all[place]!;
      return {
        steps: variant.steps.map((step) => toStep(activities, step)),
        dialogues: variant.dialogues.length,
        share: variant.dialogues.length / dialogues,
        cumulative: cumulative[place]!,
        medianMinutes: medianOf(now.minutes, variant.dialogues),
        outcome: commonestOf(now.outcome, variant.dialogues),
        example: dialogueIds[variant.dialogues[0]!] as DialogueId,
        alike: alike[place]!,
      };
    });
    const covering = SHARES.map((share) => ({ share, variants: coveringCount(all, share) }));
    return { dialogues, total, different: all.length, covering, items };
  };

  const variant = ({ subject, steps }: OneVariant) => dialoguesOf(find(subject), steps);

  return { variants, variant, compare, pattern, paths: replayedPaths, figures };
};

/** Returns the first value of a numeric field for each dialogue; NaN if a dialogue has none. */
function numbersOf(open: ReadDatabase, name: string, ids: Int32Array): Float64Array {
  const { dialogueIds, fields } = dialogueFields(open);
  const field = fields.find((one) => one.name === name);
  if (field?.kind !== 'number') {
    const known = fields.filter(({ kind }) => kind === 'number').map((one) => one.name);
    throw new DialogramError('INVALID', `There is no numeric field "${name}".`, {
      place: 'number',
      value: name,
      nextStep: `The numeric fields are ${known.join(', ')}.`,
    });
  }
  const placeOf = new Map(dialogueIds.map((id, at) => [id as number, at]));
  return Float64Array.from(ids, (id) => {
    const at = placeOf.get(id);
    if (at === undefined || field.offsets[at] === field.offsets[at + 1]) return Number.NaN;
    return Number(field.values[field.valueIds[field.offsets[at]!]!]);
  });
}

function toPattern({ symbols }: Activities, feature: Feature): MovePattern {
  const move = symbols[feature.symbol]!;
  return feature.kind === 'follows'
    ? { kind: 'follows', move, next: symbols[feature.next]! }
    : { kind: feature.kind, move };
}

function toFeature({ symbols }: Activities, pattern: MovePattern): Feature | null {
  const idOf = ({ role, tag }: MovePattern['move']): number =>
    symbols.findIndex((symbol) => symbol.role === role && symbol.tag === tag);
  const symbol = idOf(pattern.move);
  if (pattern.kind !== 'follows') return symbol === -1 ? null : { kind: pattern.kind, symbol };
  const next = idOf(pattern.next);
  return symbol === -1 || next === -1 ? null : { kind: 'follows', symbol, next };
}

const toStep = ({ symbols }: Activities, { symbol, repeated }: FoldedStep): VariantStep => ({
  ...symbols[symbol]!,
  repeated,
});

function keyOfSteps({ symbols }: Activities, steps: readonly VariantStep[]): string {
  const idOf = new Map(symbols.map(({ role, tag }, id) => [`${role} ${tag}`, id]));
  const ids = steps.map(({ role, tag }) => idOf.get(`${role} ${tag}`));
  if (ids.includes(undefined)) return '';
  return keyOf(steps.map(({ repeated }, at) => ({ symbol: ids[at]!, repeated })));
}

function dialoguesOf(
  { activities, dialogueIds, variants }: FoundVariants,
  steps: readonly VariantStep[],
): DialogueId[] {
  const wanted = keyOfSteps(activities, steps);
  const variant = variants.find((one) => keyOf(one.steps) === wanted);
  return (variant?.dialogues ?? []).map((dialogue) => dialogueIds[dialogue] as DialogueId);
}

/** Returns the median of a field. Fields and tagged rows are both ordered by dialogue id. */
function medianOf(minutes: DialogueField | null, dialogues: readonly number[]): number | null {
  if (minutes === null) return null;
  const { offsets, valueIds, values } = minutes;
  const known = dialogues
    .filter((dialogue) => offsets[dialogue]! < offsets[dialogue + 1]!)
    .map((dialogue) => Number(values[valueIds[offsets[dialogue]!]!]))
    .sort((a, b) => a - b);
  if (known.length === 0) return null;
  const middle = known.length >> 1;
  return known.length % 2 === 1 ? known[middle]! : (known[middle - 1]! + known[middle]!) / 2;
}

/** Returns the most common value; null without values. If values are equally common, the first one counts. */
function commonestOf(
  field: DialogueField | null,
  dialogues: readonly number[],
): { readonly value: string; readonly dialogues: number } | null {
  if (field === null) return null;
  const { offsets, valueIds, values } = field;
  const counts = new Map<number, number>();
  for (const dialogue of dialogues)
    for (let at = offsets[dialogue]!; at < offsets[dialogue + 1]!; at++)
      counts.set(valueIds[at]!, (counts.get(valueIds[at]!) ?? 0) + 1);
  const [first] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return first ? { value: values[first[0]]!, dialogues: first[1] } : null;
}
