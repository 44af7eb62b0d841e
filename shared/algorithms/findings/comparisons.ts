import type { DialogueField } from '../../domain/dialogue-filter.ts';
import { formatCount, formatDuration } from '../../domain/figure-text.ts';
import type { SentencePart } from '../../domain/finding.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import { TAG_FIELDS } from '../filters/tag-fields.ts';
import { havingMove, moveText } from '../layout/labels/label-text.ts';
import { quantile } from '../metrics/bootstrap.ts';
import {
  chanceAmongMany,
  compareWithinStrata,
  holmChances,
  intervalOf,
  type ShareDifference,
  type Stratum,
} from '../populations/compare-populations.ts';
import {
  AT_END,
  dialoguesText,
  edgeMove,
  type FindingsCorpus,
  isInOtherLanguage,
  isNamed,
  LEAST_DIALOGUES,
  movesOf,
  passedOver,
  percent,
  pointsText,
  type RankedFinding,
  type Span,
  sentence,
  strong,
  turnOfMove,
} from './corpus.ts';

/** The significance level, corrected for all comparisons. */
const LEVEL = 0.05;
/** Differences of moves and lengths matter less than abandoned, reopened or slow dialogues. */
const OF_MOVES = 0.35;
/** A move says what a group is about if at least `share` of the group has it, and `times` as many as of the others. */
const CONTENT = { share: 0.2, times: 8, matters: 0.1 };

/** The weight is below 1, because people can hardly look at dialogues that lack something. */
const OF_LESS = 0.7;

/** A yes/no property of dialogues, as a column. */
interface Measure {
  readonly id: string;
  readonly words: readonly SentencePart[];
  readonly matters: number;
  /** The dialogues that are left out because the property is unknown: "untagged ones". */
  readonly unknown?: string;
  spansOf(dialogue: number): readonly Span[];
}

interface Comparison {
  readonly kind: 'segment' | 'change' | 'leads';
  readonly id: string;
  readonly about: string;
  readonly p: number;
  readonly weight: number;
  /** True if the difference says what the group is about. Findings list other differences first; answers do not. */
  readonly isContent: boolean;
  readonly group: readonly number[] | null;
  /** Returns the finding for this number of comparisons. */
  readonly tell: (comparisons: number) => RankedFinding;
}

/** All comparisons. Those with a p-value above the level are only counted, since correction cannot lower it. */
interface Family {
  made: number;
  readonly kinds: Set<Comparison['kind']>;
  readonly likely: Comparison[];
}

export interface ClearDifference extends Omit<Comparison, 'p' | 'tell'> {
  tell(): RankedFinding;
}

export interface ComparisonResult {
  readonly clear: readonly ClearDifference[];
  readonly comparisons: number;
  readonly kinds: ReadonlySet<Comparison['kind']>;
}

/**
 * Makes one family of comparisons, corrected together (Holm): without differences, any finding has a chance of 5 %.
 * The most certain effect comes first.
 */
export function compareAll(corpus: FindingsCorpus): ComparisonResult {
  const measured = measureAll(corpus);
  const family: Family = { made: 0, likely: [], kinds: new Set() };
  for (const field of corpus.fields.filter(dividesDialogues)) compareValues(corpus, measured, field, family);
  comparePeriods(corpus, measured, family);
  compareAbandonment(corpus, family);
  const { made, likely, kinds } = family;
  const chances = holmChances(
    likely.map(({ p }) => p),
    made,
  );
  const clear = likely
    .flatMap(({ p: _, tell, ...own }, at): ClearDifference[] =>
      chances[at] > LEVEL || own.weight <= 0 ? [] : [{ ...own, tell: () => tell(made) }],
    )
    .sort((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1));
  return { clear, comparisons: made, kinds };
}

/** Fields that form no groups, because they are counted from the dialogue or unique to each dialogue. */
const NO_GROUPS: ReadonlySet<string> = new Set([
  ...['id', 'turns', 'started', 'minutes', 'minutes to first reply', 'longest wait in minutes'],
  ...TAG_FIELDS,
]);

/** The most values of a numeric field that forms groups, such as a rating. All values must be integers. */
const MOST_NUMBERS = 10;

const dividesDialogues = ({ name, kind, values }: DialogueField): boolean =>
  !NO_GROUPS.has(name) &&
  (kind === 'words' ||
    (kind === 'number' &&
      values.length <= MOST_NUMBERS &&
      values.every((value) => Number.isInteger(Number(value)))));

const EDGES = ['begins', 'ends'] as const;

interface DialogueMeasures {
  readonly measures: readonly Measure[];
  readonly holding: readonly (readonly number[])[];
  readonly unknown: readonly (readonly number[])[];
}

function measureAll(corpus: FindingsCorpus): DialogueMeasures {
  const { taken, tagged, rows, activities, turnsOf } = corpus;
  const turns = quantile(Float64Array.from(taken, turnsOf).sort(), 0.5) ?? 0;
  const replies = firstReplies(corpus);
  const reply = quantile(Float64Array.from(replies.values()).sort(), 0.5) ?? 0;
  const measures: Measure[] = [
    {
      id: 'abandoned',
      words: sentence('are ', strong('abandoned')),
      matters: 1,
      unknown: 'without tags',
      spansOf: () => [],
    },
    {
      id: 'reopened',
      words: sentence('are ', strong('reopened'), ' after they were closed'),
      matters: 1,
      unknown: 'that were never closed',
      spansOf: () => [],
    },
    {
      id: 'long',
      words: sentence('have ', strong(`more than ${turns} turns`)),
      matters: OF_MOVES,
      spansOf: () => [],
    },
    {
      id: 'slow',
      words: sentence('wait ', strong(`more than ${formatDuration(reply)}`), ' for the first answer'),
      matters: 1,
      unknown: 'without the time of an answer',
      spansOf: () => [],
    },
  ];
  const [ABANDONED, REOPENED, LONG, SLOW] = [0, 1, 2, 3];
  const counts = {
    has: new Map<number, number>(),
    begins: new Map<number, number>(),
    ends: new Map<number, number>(),
  };
  const add = (to: Map<number, number>, symbol: number): void =>
    void to.set(symbol, (to.get(symbol) ?? 0) + 1);
  for (const dialogue of tagged) {
    const own = movesOf(corpus, dialogue);
    for (const edge of EDGES) add(counts[edge], edgeMove(corpus, dialogue, edge));
    for (const symbol of new Set(own)) add(counts.has, symbol);
  }
  const placeOf = {
    has: new Map<number, number>(),
    begins: new Map<number, number>(),
    ends: new Map<number, number>(),
  };
  const aside = passedOver(corpus);
  const wordsOf = {
    has: havingMove,
    begins: (move: SymbolInfo) => sentence('begin ', moveText(move, 'when ', 'with '), aside),
    ends: (move: SymbolInfo) => sentence('end ', moveText(move, 'when ', 'with '), aside),
  };
  for (const kind of ['has', 'begins', 'ends'] as const)
    for (const [symbol, count] of counts[kind]) {
      if (count < LEAST_DIALOGUES || !isNamed(corpus, symbol)) continue;
      const move = activities.symbols[symbol];
      placeOf[kind].set(
        symbol,
        measures.push({
          id: `${kind} ${move.role} ${move.tag}`,
          words: wordsOf[kind](move),
          matters: OF_MOVES,
          spansOf: (dialogue) => spansOfMove(corpus, dialogue, symbol, kind),
        }) - 1,
      );
    }
  const holding: number[][] = Array.from(rows.keys, () => []);
  const unknown: number[][] = Array.from(rows.keys, () => []);
  for (const dialogue of taken) {
    const [holds, misses] = [holding[dialogue], unknown[dialogue]];
    const note = (measure: number | undefined): void => {
      if (measure !== undefined) holds.push(measure);
    };
    if (corpus.abandoned[dialogue] === 1) holds.push(ABANDONED);
    if (corpus.abandoned[dialogue] === -1) misses.push(ABANDONED);
    if (corpus.reopened[dialogue] === 1) holds.push(REOPENED);
    if (corpus.reopened[dialogue] === -1) misses.push(REOPENED);
    if (turnsOf(dialogue) > turns) holds.push(LONG);
    const waited = replies.get(dialogue);
    if (waited === undefined) misses.push(SLOW);
    else if (waited > reply) holds.push(SLOW);
    const own = movesOf(corpus, dialogue);
    for (const symbol of new Set(own)) note(placeOf.has.get(symbol));
    for (const edge of EDGES) note(placeOf[edge].get(edgeMove(corpus, dialogue, edge)));
  }
  return { measures, holding, unknown };
}

function spansOfMove(
  corpus: FindingsCorpus,
  dialogue: number,
  symbol: number,
  kind: 'has' | 'begins' | 'ends',
): Span[] {
  const own = movesOf(corpus, dialogue);
  return Array.from(own.keys()).flatMap((at): Span[] => {
    const isMeant = kind === 'has' || at === (kind === 'begins' ? 0 : own.length - 1);
    const turn = turnOfMove(corpus, dialogue, at);
    if (own[at] !== symbol || !isMeant) return [];
    const span: Span = [kind === 'begins' ? -1 : turn, turn];
    return kind === 'ends' ? [span, AT_END] : [span];
  });
}

function firstReplies({ waits }: FindingsCorpus): Map<number, number> {
  const replies = new Map<number, number>();
  for (const { dialogue, seconds } of waits) if (!replies.has(dialogue)) replies.set(dialogue, seconds);
  return replies;
}

interface Group {
  readonly dialogues: number[];
  readonly holds: Int32Array;
  readonly misses: Int32Array;
}

const emptyGroup = (measures: number): Group => ({
  dialogues: [],
  holds: new Int32Array(measures),
  misses: new Int32Array(measures),
});

function addTo(
  { dialogues, holds, misses }: Group,
  { holding, unknown }: DialogueMeasures,
  dialogue: number,
): void {
  dialogues.push(dialogue);
  for (const measure of holding[dialogue]) holds[measure]++;
  for (const measure of unknown[dialogue]) misses[measure]++;
}

function compareValues(
  corpus: FindingsCorpus,
  measured: DialogueMeasures,
  field: DialogueField,
  family: Family,
): void {
  const { offsets, valueIds, values } = field;
  const { measures } = measured;
  const whole = emptyGroup(measures.length);
  const sizes = new Int32Array(values.length);
  let foreign = 0;
  for (const dialogue of corpus.taken) {
    const [from, to] = [offsets[dialogue], offsets[dialogue + 1]];
    if (isInOtherLanguage(corpus, dialogue)) {
      if (from < to) foreign++;
      continue;
    }
    if (from < to) addTo(whole, measured, dialogue);
    for (let at = from; at < to; at++) sizes[valueIds[at]]++;
  }
  const groups = new Map<number, Group>();
  for (const dialogue of whole.dialogues)
    for (let at = offsets[dialogue]; at < offsets[dialogue + 1]; at++) {
      const size = sizes[valueIds[at]];
      if (size < LEAST_DIALOGUES || whole.dialogues.length - size < LEAST_DIALOGUES) continue;
      const group = groups.get(valueIds[at]) ?? emptyGroup(measures.length);
      groups.set(valueIds[at], group);
      addTo(group, measured, dialogue);
    }
  for (const [value, group] of groups) {
    const named = `${field.name} = ${values[value]}`;
    compareGroups(measured, group, minus(whole, group), family, {
      kind: 'segment',
      about: `segment ${named}`,
      left: sentence('of dialogues with ', strong(named), ' '),
      right: '; of the others',
      foreign,
    });
  }
}

const minus = (whole: Group, part: Group): Pick<Group, 'holds' | 'misses'> & { readonly size: number } => ({
  size: whole.dialogues.length - part.dialogues.length,
  holds: whole.holds.map((count, measure) => count - part.holds[measure]),
  misses: whole.misses.map((count, measure) => count - part.misses[measure]),
});

interface GroupWords {
  readonly kind: 'segment' | 'change';
  readonly about: string;
  readonly left: readonly SentencePart[];
  readonly right: string;
  /** The number of dialogues left out because the tagger cannot read their language. */
  readonly foreign: number;
}

function compareGroups(
  { measures, holding, unknown }: DialogueMeasures,
  group: Group,
  others: Pick<Group, 'holds' | 'misses'> & { readonly size: number },
  family: Family,
  { kind, about, left: leftWords, right: rightWords, foreign }: GroupWords,
): void {
  for (const [measure, { id, words, matters, unknown: why = '', spansOf }] of measures.entries()) {
    const left = [group.holds[measure], group.dialogues.length - group.misses[measure]] as const;
    const right = [others.holds[measure], others.size - others.misses[measure]] as const;
    if (left[1] < LEAST_DIALOGUES || right[1] < LEAST_DIALOGUES || left[0] + right[0] === 0) continue;
    family.made++;
    family.kinds.add(kind);
    const p = chanceAmongMany(left, right, LEVEL);
    if (p > LEVEL) continue;
    const compared = intervalOf(left, right);
    const direction = compared.difference > 0 ? 1 : OF_LESS;
    const shares = [left[0] / left[1], right[0] / right[1]] as const;
    const isContent =
      kind === 'segment' &&
      matters === OF_MOVES &&
      Math.max(...shares) >= Math.max(CONTENT.share, CONTENT.times * Math.min(...shares));
    const weight = matters * direction * surePart(compared) * reach(left[1], left[1] + right[1]);
    const tell = (comparisons: number): RankedFinding => {
      const [value, other] = shares;
      const known = (dialogue: number): boolean => !unknown[dialogue].includes(measure);
      const holds = (dialogue: number): boolean => holding[dialogue].includes(measure);
      const dialogues = group.dialogues.filter(value > other ? holds : known);
      return {
        id: `${about} ${id}`,
        kind,
        figure: percent(value),
        sentence: sentence(leftWords, words, `${rightWords}, ${percent(other)}.`),
        basis: differenceText(compared, comparisons, left[1], right[1], [
          [foreign, 'in another language'],
          [group.misses[measure] + others.misses[measure], why],
        ]),
        value,
        interval: { low: compared.lower, high: compared.upper },
        n: left[1],
        dialogues: dialogues.length,
        other,
        remedy: null,
        evidence: { dialogues, spansOf },
        weight: isContent ? CONTENT.matters * weight : weight,
      };
    };
    family.likely.push({
      isContent,
      kind,
      id: `${about} ${id}`,
      about,
      p,
      weight,
      group: group.dialogues,
      tell,
    });
  }
}

/** The certain part of a difference: the end of its interval nearer to zero; 0 if it contains zero. */
const surePart = ({ lower, upper }: Pick<ShareDifference, 'lower' | 'upper'>): number =>
  Math.max(0, lower, -upper);

/** Returns a weight that falls with the share of dialogues, but more slowly than the share. */
export const reach = (dialogues: number, all: number): number => (dialogues / all) ** 0.25;

function differenceText(
  { difference, lower, upper }: Omit<ShareDifference, 'p'>,
  comparisons: number,
  left: number,
  right: number,
  leftOut: readonly (readonly [count: number, which: string])[] = [],
): string {
  const others = leftOut.flatMap(([count, which]) => (count > 0 ? `${formatCount(count)} ${which}` : []));
  const without = others.length === 0 ? '' : ` (left out: ${others.join(', ')})`;
  return `${pointsText(difference, lower, upper)} · ${dialoguesText(left)} compared with ${formatCount(right)} others${without} · unlikely to be chance, even among ${formatCount(comparisons)} comparisons`;
}

const DAY = 86_400_000;

const PERIODS: readonly {
  readonly of: (start: Date) => string;
  readonly words: (period: string) => string;
}[] = [
  {
    of: (start) => start.toISOString().slice(0, 7),
    words: (period) =>
      `in ${new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${period}-01`))}`,
  },
  {
    // The Monday of the week.
    of: (start) => dayOf(start.getTime() - ((start.getUTCDay() + 6) % 7) * DAY),
    words: (period) => `in the week of ${dayWords(period)}`,
  },
  { of: (start) => dayOf(start.getTime()), words: (period) => `on ${dayWords(period)}` },
];

const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);
const dayWords = (day: string): string =>
  new Intl.DateTimeFormat('en-US', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(day));

function comparePeriods(corpus: FindingsCorpus, measured: DialogueMeasures, family: Family): void {
  const field = corpus.fieldNamed('started');
  if (!field) return;
  const started = corpus.taken.flatMap((dialogue) => {
    const at = field.offsets[dialogue];
    const start = at < field.offsets[dialogue + 1] ? new Date(field.values[field.valueIds[at]]) : null;
    return start && !Number.isNaN(start.getTime()) ? { dialogue, start } : [];
  });
  for (const { of, words } of PERIODS) {
    const groups = new Map<string, Group>();
    for (const { dialogue, start } of started) {
      const period = of(start);
      const group = groups.get(period) ?? emptyGroup(measured.measures.length);
      groups.set(period, group);
      addTo(group, measured, dialogue);
    }
    const before = {
      size: 0,
      holds: new Int32Array(measured.measures.length),
      misses: new Int32Array(measured.measures.length),
    };
    const found: Family = { made: 0, likely: [], kinds: family.kinds };
    let large = 0;
    for (const [period, group] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (group.dialogues.length >= LEAST_DIALOGUES) {
        large++;
        if (before.size >= LEAST_DIALOGUES)
          compareGroups(measured, group, before, found, {
            kind: 'change',
            about: `change ${period}`,
            left: sentence('of dialogues ', strong(words(period)), ' '),
            right: '; of the dialogues before',
            foreign: 0,
          });
      }
      before.size += group.dialogues.length;
      for (let measure = 0; measure < before.holds.length; measure++) {
        before.holds[measure] += group.holds[measure];
        before.misses[measure] += group.misses[measure];
      }
    }
    if (large < 2) continue;
    family.made += found.made;
    family.likely.push(...found.likely);
    return;
  }
}

type Strata = Map<string, { left: number; all: number }>;

/** Dialogues with more turns are compared as one stratum. */
const MOST_TURNS = 12;

/**
 * Dialogues with a move before their last one are compared with dialogues without it, of equal length and last speaker.
 */
function compareAbandonment(corpus: FindingsCorpus, family: Family): void {
  const { tagged, abandoned, activities } = corpus;
  const { symbols } = activities;
  if (!tagged.some((dialogue) => abandoned[dialogue] === 1)) return;
  const long = tagged.filter((dialogue) => movesOf(corpus, dialogue).length > 1);
  const stratumOf = (own: Int32Array): string =>
    `${Math.min(own.length, MOST_TURNS)} ${symbols[own[own.length - 1]].role}`;
  const whole: Strata = new Map();
  const by = new Map<number, { readonly dialogues: number[]; readonly strata: Strata }>();
  for (const dialogue of long) {
    const own = movesOf(corpus, dialogue);
    const stratum = stratumOf(own);
    const isLeft = abandoned[dialogue] === 1 ? 1 : 0;
    const note = (counts: Strata): void => {
      const count = counts.get(stratum) ?? { left: 0, all: 0 };
      count.left += isLeft;
      count.all++;
      counts.set(stratum, count);
    };
    note(whole);
    for (const symbol of new Set(own.subarray(0, -1))) {
      const group = by.get(symbol) ?? { dialogues: [] as number[], strata: new Map() as Strata };
      by.set(symbol, group);
      group.dialogues.push(dialogue);
      note(group.strata);
    }
  }
  for (const [symbol, { dialogues, strata }] of by) {
    const n = dialogues.length;
    if (!isNamed(corpus, symbol) || n < LEAST_DIALOGUES || long.length - n < LEAST_DIALOGUES) continue;
    const compared = compareWithinStrata(
      Array.from(whole, ([stratum, all]): Stratum => {
        const own = strata.get(stratum) ?? { left: 0, all: 0 };
        return { left: own.left, ofLeft: own.all, right: all.left - own.left, ofRight: all.all - own.all };
      }),
    );
    if (compared === null) continue;
    family.made++;
    family.kinds.add('leads');
    if (compared.p > LEVEL) continue;
    const left = dialogues.filter((dialogue) => abandoned[dialogue] === 1);
    const move = symbols[symbol];
    const id = `leads ${move.role} ${move.tag}`;
    const value = left.length / n;
    const other = Math.max(0, value - compared.difference);
    const weight = Math.max(0, compared.lower) * reach(n, tagged.length);
    const tell = (comparisons: number): RankedFinding => ({
      id,
      kind: 'leads',
      figure: percent(value),
      sentence: sentence(
        'of dialogues are ',
        strong('abandoned'),
        ' after ',
        moveText(move, '', ''),
        `; for equally long dialogues without this turn, it is ${percent(other)}.`,
      ),
      basis: differenceText(compared, comparisons, n, long.length - n),
      value,
      interval: { low: compared.lower, high: compared.upper },
      n,
      dialogues: left.length,
      other,
      remedy: null,
      evidence: {
        dialogues: left,
        spansOf: (dialogue) => {
          const own = movesOf(corpus, dialogue);
          return [
            [turnOfMove(corpus, dialogue, own.indexOf(symbol)), turnOfMove(corpus, dialogue, own.length - 1)],
          ];
        },
      },
      weight,
    });
    family.likely.push({
      isContent: false,
      kind: 'leads',
      id,
      about: id,
      p: compared.p,
      weight,
      group: null,
      tell,
    });
  }
}
