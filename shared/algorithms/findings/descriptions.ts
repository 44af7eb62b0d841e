import { append } from '../../domain/append.ts';
import { formatAmount, formatCount, formatDuration } from '../../domain/figure-text.ts';
import type { FindingKind, SentencePart } from '../../domain/finding.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import { wilsonInterval } from '../agreement/wilson.ts';
import { moveText, spokenTag } from '../layout/labels/label-text.ts';
import { quantile } from '../metrics/bootstrap.ts';
import { isUnnamed, nameOfTurn, UNTAGGED_TAG } from '../overview/one-symbol.ts';
import { endsMatter } from '../performance/measure-flow.ts';
import { type Variant, variantsOf } from '../variants/variants.ts';
import { reach } from './comparisons.ts';
import {
  AT_END,
  type Evidence,
  edgeMove,
  type FindingsCorpus,
  isNamed,
  LEAST_DIALOGUES,
  movesOf,
  partText,
  passedOver,
  percent,
  type RankedFinding,
  type Span,
  sentence,
  shareInterval,
  strong,
  taggedText,
  turnOfMove,
} from './corpus.ts';

/** Weight of a description, which matters less than a problem. */
const OF_DESCRIPTION = 0.25;

interface Share {
  readonly id: string;
  readonly kind: FindingKind;
  readonly of: number;
  readonly dialogues: readonly number[];
  readonly spansOf: Evidence['spansOf'];
  readonly sentence: readonly SentencePart[];
  readonly among?: string;
  readonly matters?: number;
}

/** Returns a finding; null if there are too few dialogues, or if the share means nothing. */
export function shareFinding({
  of: n,
  dialogues,
  matters = 1,
  among,
  spansOf,
  ...said
}: Share): RankedFinding | null {
  if (n < LEAST_DIALOGUES || dialogues.length === 0) return null;
  const { share, low, high } = wilsonInterval(dialogues.length, n);
  const value = share ?? 0;
  return {
    ...said,
    figure: percent(value),
    basis: `${among ?? partText(dialogues.length, n)} · ${shareInterval({ low, high })}`,
    value,
    interval: { low, high },
    n,
    dialogues: dialogues.length,
    other: null,
    remedy: null,
    evidence: { dialogues, spansOf },
    weight: matters * low,
  };
}

function drawnName({ shown = [] }: FindingsCorpus): (move: SymbolInfo) => SymbolInfo {
  const names = new Set(shown.map(({ role, tag }) => `${role} ${tag}`));
  return ({ role, tag }) => ({
    role,
    tag: nameOfTurn([tag], (name) => names.has(`${role} ${name}`)) ?? tag,
  });
}

interface Edge {
  readonly move: SymbolInfo;
  readonly dialogues: number[];
}

function edgesOf(corpus: FindingsCorpus, edge: 'begins' | 'ends'): Edge[] {
  const { symbols } = corpus.activities;
  const nameOf = drawnName(corpus);
  const by = new Map<string, Edge>();
  for (const dialogue of corpus.tagged) {
    const symbol = edgeMove(corpus, dialogue, edge);
    if (!isNamed(corpus, symbol)) continue;
    const move = nameOf(symbols[symbol]);
    const key = `${move.role} ${move.tag}`;
    const known = by.get(key);
    if (known) known.dialogues.push(dialogue);
    else by.set(key, { move, dialogues: [dialogue] });
  }
  return [...by.values()].sort((a, b) => b.dialogues.length - a.dialogues.length);
}

const commonestFirst = (by: Map<number, number[]>): [number, number[]][] =>
  [...by].sort((a, b) => b[1].length - a[1].length || a[0] - b[0]);

export function beginnings(corpus: FindingsCorpus): RankedFinding[] {
  return edgesOf(corpus, 'begins').flatMap(
    ({ move, dialogues }) =>
      shareFinding({
        id: `begins ${move.role} ${move.tag}`,
        kind: 'begins',
        of: corpus.taken.length,
        dialogues,
        spansOf: (dialogue) => [[-1, turnOfMove(corpus, dialogue, 0)]],
        sentence: sentence('of dialogues begin ', moveText(move, 'when ', 'with '), passedOver(corpus), '.'),
        matters: OF_DESCRIPTION,
      }) ?? [],
  );
}

export function endings(corpus: FindingsCorpus): RankedFinding[] {
  const nameOf = drawnName(corpus);
  const names = corpus.activities.symbols.map((move) => {
    const { role, tag } = nameOf(move);
    return `${role} ${tag}`;
  });
  const containing = new Map<string, number>();
  for (const dialogue of corpus.tagged)
    for (const name of new Set(Array.from(movesOf(corpus, dialogue), (symbol) => names[symbol])))
      containing.set(name, (containing.get(name) ?? 0) + 1);
  return edgesOf(corpus, 'ends').flatMap(({ move, dialogues }) => {
    const within = containing.get(`${move.role} ${move.tag}`) ?? 0;
    const ofThese =
      within >= LEAST_DIALOGUES
        ? `. That is ${percent(dialogues.length / within)} of the dialogues that have such a turn.`
        : '.';
    return (
      shareFinding({
        id: `ends ${move.role} ${move.tag}`,
        kind: 'ends',
        of: corpus.taken.length,
        dialogues,
        spansOf: (dialogue) => [lastTurn(corpus, dialogue), AT_END],
        sentence: sentence(
          'of dialogues end ',
          moveText(move, 'when ', 'with '),
          passedOver(corpus),
          ofThese,
        ),
        matters: OF_DESCRIPTION,
      }) ?? []
    );
  });
}

function lastTurn(corpus: FindingsCorpus, dialogue: number): Span {
  const turn = turnOfMove(corpus, dialogue, movesOf(corpus, dialogue).length - 1);
  return [turn, turn];
}

function dialoguesByTopic(
  corpus: FindingsCorpus,
): (readonly [topic: string, dialogues: readonly number[]])[] {
  const field = corpus.fields.find(({ name }) => /^topics?$/i.test(name));
  if (!field) return [];
  const { offsets, valueIds, values } = field;
  const by = new Map<number, number[]>();
  for (const dialogue of corpus.taken)
    for (let at = offsets[dialogue]; at < offsets[dialogue + 1]; at++) {
      append(by, valueIds[at], dialogue);
    }
  return commonestFirst(by).map(([value, dialogues]) => [values[value], dialogues]);
}

const topicShare = (
  { taken }: FindingsCorpus,
  id: string,
  dialogues: readonly number[],
  ...about: readonly (string | SentencePart)[]
): RankedFinding | null =>
  shareFinding({
    id,
    kind: 'topic',
    of: taken.length,
    dialogues,
    spansOf: () => [],
    sentence: sentence('of dialogues are about ', ...about, '.'),
    matters: OF_DESCRIPTION,
  });

export const topics = (corpus: FindingsCorpus): RankedFinding[] =>
  dialoguesByTopic(corpus).flatMap(
    ([topic, dialogues]) => topicShare(corpus, `topic ${topic}`, dialogues, strong(`“${topic}”`)) ?? [],
  );

const MOST_TOPICS = 3;

export function commonTopics(corpus: FindingsCorpus): RankedFinding | null {
  const all = dialoguesByTopic(corpus);
  if (all.length <= MOST_TOPICS) return null;
  const common = all.slice(0, MOST_TOPICS);
  const dialogues = [...new Set(common.flatMap(([, some]) => some))].sort((a, b) => a - b);
  const [first, second, third] = common.map(([topic]) => strong(`“${topic}”`));
  const rest = `, the most common of ${all.length} topics`;
  return topicShare(corpus, 'topics', dialogues, first, ', ', second, ' or ', third, rest);
}

export function abandonedDialogues(corpus: FindingsCorpus): RankedFinding | null {
  const dialogues = corpus.tagged.filter((dialogue) => corpus.abandoned[dialogue] === 1);
  return shareFinding({
    id: 'abandoned',
    kind: 'abandoned',
    of: corpus.tagged.length,
    dialogues,
    among: taggedText(corpus, dialogues.length),
    spansOf: (dialogue) => [lastTurn(corpus, dialogue), AT_END],
    sentence: sentence(
      'of dialogues are ',
      strong('abandoned'),
      ': the customer still wanted something, or did not answer the agent.',
    ),
  });
}

export function reopenedDialogues(corpus: FindingsCorpus): RankedFinding | null {
  const closed = corpus.taken.filter((dialogue) => corpus.reopened[dialogue] !== -1);
  const dialogues = closed.filter((dialogue) => corpus.reopened[dialogue] === 1);
  return shareFinding({
    id: 'reopened',
    kind: 'reopened',
    of: closed.length,
    dialogues,
    spansOf: () => [],
    sentence: sentence(
      'of closed dialogues are ',
      strong('reopened'),
      ' with another request, problem or complaint.',
    ),
    among: `${dialogues.length} of ${formatAmount(closed.length, 'closed dialogue')}`,
  });
}

export function lengths(corpus: FindingsCorpus): RankedFinding | null {
  const { taken, turnsOf, times } = corpus;
  if (taken.length < LEAST_DIALOGUES) return null;
  const sorted = Float64Array.from(taken, turnsOf).sort();
  const median = quantile(sorted, 0.5) ?? 0;
  const bound = Math.max(sorted[Math.floor(0.9 * sorted.length)], 1);
  const isUneven = bound > median;
  const long = taken.filter((dialogue) => turnsOf(dialogue) >= bound);
  const turnsIn = (dialogues: readonly number[]): number =>
    dialogues.reduce((sum, dialogue) => sum + turnsOf(dialogue), 0);
  const held = turnsIn(long) / turnsIn(taken);
  const minutes = times === null ? null : medianDuration(corpus);
  return {
    id: 'length',
    kind: 'length',
    figure: formatAmount(median, 'turn'),
    sentence: sentence(
      'is the ',
      strong('typical length'),
      minutes === null ? ' (median)' : ` (median; ${formatDuration(minutes)} from first to last message)`,
      isUneven
        ? `, but the ${percent(long.length / taken.length)} of dialogues with ${bound} or more turns have ${percent(held)} of all turns.`
        : ' of a dialogue.',
    ),
    basis: `median of ${formatAmount(taken.length, 'dialogue')}`,
    value: median,
    interval: medianInterval(sorted),
    n: taken.length,
    dialogues: long.length,
    other: held,
    remedy: null,
    evidence: { dialogues: long, spansOf: () => [] },
    weight: OF_DESCRIPTION * Math.max(0, held - long.length / taken.length),
  };
}

/** Returns the median duration in seconds of the timed dialogues with more than one turn. */
function medianDuration({ taken, times, fieldNamed, turnsOf }: FindingsCorpus): number | null {
  const field = fieldNamed('minutes');
  if (times === null || !field) return null;
  const seconds = taken
    .filter((dialogue) => turnsOf(dialogue) > 1)
    .flatMap((dialogue) =>
      field.offsets[dialogue] < field.offsets[dialogue + 1]
        ? 60 * Number(field.values[field.valueIds[field.offsets[dialogue]]])
        : [],
    );
  return seconds.length < LEAST_DIALOGUES ? null : quantile(Float64Array.from(seconds).sort(), 0.5);
}

const Z95 = 1.959963984540054;

function medianInterval(sorted: Float64Array): { readonly low: number; readonly high: number } | null {
  const half = (Z95 * Math.sqrt(sorted.length)) / 2;
  const [first, last] = [Math.floor(sorted.length / 2 - half), Math.ceil(sorted.length / 2 + half)];
  return first < 0 || last >= sorted.length ? null : { low: sorted[first], high: sorted[last] };
}

const TEN = 10;
/** A finding about paths, topics, beginnings, endings or circles needs at least this share of the dialogues. */
export const LEAST_TOLD = 0.05;

/**
 * Returns the share of dialogues on the ten most common paths; if it is small, the share of unique paths.
 * Repetitions count once.
 */
export function commonPaths(corpus: FindingsCorpus): RankedFinding | null {
  const isTaken = new Set(corpus.tagged);
  const variants = variantsOf(corpus.activities, true, (dialogue) => isTaken.has(dialogue));
  if (variants.length <= TEN) return null;
  const common = variants.slice(0, TEN);
  const example = common.find(({ steps }) => steps.every(({ symbol }) => isNamed(corpus, symbol)));
  const dialogues = common.flatMap((variant) => variant.dialogues).sort((a, b) => a - b);
  const share = dialogues.length / corpus.tagged.length;
  const own = variants
    .flatMap((variant) => (variant.dialogues.length === 1 ? variant.dialogues : []))
    .sort((a, b) => a - b);
  // The most common paths mean little if each is taken by only one dialogue.
  const areCommon = common[TEN - 1].dialogues.length > 1 || own.length < corpus.tagged.length / 2;
  if (share < LEAST_TOLD || !areCommon)
    return shareFinding({
      id: 'paths own',
      kind: 'paths',
      of: corpus.tagged.length,
      dialogues: own,
      among: taggedText(corpus, own.length),
      spansOf: () => [],
      sentence: sentence(
        'of dialogues take ',
        strong('a path that no other dialogue takes'),
        areCommon ? `. The ten most common paths cover ${percent(share)}.` : '.',
      ),
      matters: OF_DESCRIPTION,
    });
  return shareFinding({
    id: 'paths',
    kind: 'paths',
    of: corpus.tagged.length,
    dialogues,
    among: taggedText(corpus, dialogues.length),
    spansOf: () => [],
    sentence: sentence(
      'of dialogues take one of the ',
      strong('ten most common'),
      ` of ${formatCount(variants.length)} paths`,
      example ? `, such as ${pathText(corpus, example)}`.replace(/([^…])$/, '$1.') : '.',
    ),
    matters: OF_DESCRIPTION,
  });
}

export function singlePaths(corpus: FindingsCorpus, most: number): RankedFinding[] {
  const isTaken = new Set(corpus.tagged);
  return variantsOf(corpus.activities, true, (dialogue) => isTaken.has(dialogue))
    .slice(0, most)
    .filter(({ dialogues }) => dialogues.length > 1)
    .flatMap((variant, rank) => {
      const text = pathText(corpus, variant);
      return (
        shareFinding({
          // The rank makes the id unique: long paths are cut off and may have the same text.
          id: `path ${rank + 1} ${text}`,
          kind: 'paths',
          of: corpus.tagged.length,
          dialogues: variant.dialogues,
          among: taggedText(corpus, variant.dialogues.length),
          spansOf: () => [],
          sentence: sentence('of dialogues take the path ', strong(text), '.'),
          matters: OF_DESCRIPTION,
        }) ?? []
      );
    });
}

const MOST_STEPS = 6;

function pathText({ activities: { symbols } }: FindingsCorpus, { steps }: Variant): string {
  const shown = steps.slice(0, MOST_STEPS).map(({ symbol, repeated }) => {
    const { tag } = symbols[symbol];
    return `${isUnnamed(tag) ? UNTAGGED_TAG : spokenTag(tag)}${repeated ? '+' : ''}`;
  });
  return [...shown, ...(steps.length > MOST_STEPS ? ['…'] : [])].join(' → ');
}

export function circles(corpus: FindingsCorpus): RankedFinding[] {
  const { symbols } = corpus.activities;
  const by = new Map<number, number[]>();
  for (const dialogue of corpus.tagged) {
    const own = movesOf(corpus, dialogue);
    const back = new Set<number>();
    const done = new Set<number>();
    own.forEach((symbol, at) => {
      if (done.has(symbol) && own[at - 1] !== symbol) back.add(symbol);
      done.add(symbol);
    });
    for (const symbol of back) {
      append(by, symbol, dialogue);
    }
  }
  return commonestFirst(by).flatMap(([symbol, dialogues]) => {
    const move = symbols[symbol];
    if (!isNamed(corpus, symbol) || endsMatter(move)) return [];
    return (
      shareFinding({
        id: `circles ${move.role} ${move.tag}`,
        kind: 'circles',
        of: corpus.taken.length,
        dialogues,
        spansOf: (dialogue) => fromFirstToLast(corpus, dialogue, symbol),
        sentence: sentence(
          'of dialogues ',
          strong('go in a circle'),
          ' back to ',
          moveText(move, 'where ', ''),
          '.',
        ),
      }) ?? []
    );
  });
}

function fromFirstToLast(corpus: FindingsCorpus, dialogue: number, symbol: number): Span[] {
  const own = movesOf(corpus, dialogue);
  return [
    [
      turnOfMove(corpus, dialogue, own.indexOf(symbol)),
      turnOfMove(corpus, dialogue, own.lastIndexOf(symbol)),
    ],
  ];
}

export function waits(corpus: FindingsCorpus): RankedFinding[] {
  const by = new Map<
    number,
    { readonly seconds: number; readonly dialogue: number; readonly turn: number }[]
  >();
  for (const { move, ...wait } of corpus.waits) {
    append(by, move, wait);
  }
  const all = corpus.waits.toSorted((a, b) => a.seconds - b.seconds);
  const moves = Int32Array.from(all, ({ move }) => move);
  const allSeconds = Float64Array.from(all, ({ seconds }) => seconds);
  return [...by]
    .flatMap(([symbol, own]): RankedFinding[] => {
      const turns = new Map<number, Span[]>();
      for (const { dialogue, turn } of own) {
        append(turns, dialogue, [turn, turn + 1]);
      }
      if (!isNamed(corpus, symbol) || turns.size < LEAST_DIALOGUES) return [];
      const elsewhere = new Float64Array(all.length - own.length);
      let filled = 0;
      for (let at = 0; at < moves.length; at++)
        if (moves[at] !== symbol) elsewhere[filled++] = allSeconds[at]!;
      const seconds = Float64Array.from(own, ({ seconds }) => seconds).sort();
      const median = quantile(seconds, 0.5) ?? 0;
      const other = quantile(elsewhere, 0.5);
      const move = corpus.activities.symbols[symbol];
      const interval = medianInterval(seconds);
      const low = interval?.low ?? 0;
      return [
        {
          id: `wait ${move.role} ${move.tag}`,
          kind: 'wait',
          figure: formatDuration(median),
          sentence: sentence(
            'is the ',
            strong('wait for an answer'),
            ' after ',
            moveText(move, '', ''),
            other === null ? ' (median).' : ` (median); after other turns it is ${formatDuration(other)}.`,
          ),
          basis: `${formatAmount(seconds.length, 'wait')} in ${formatAmount(turns.size, 'dialogue')}${
            interval ? ` · 95 % interval ${formatDuration(low)} to ${formatDuration(interval.high)}` : ''
          }`,
          value: median,
          interval,
          n: turns.size,
          dialogues: turns.size,
          other,
          remedy: null,
          evidence: {
            dialogues: [...turns.keys()].sort((a, b) => a - b),
            spansOf: (dialogue) => turns.get(dialogue) ?? [],
          },
          // The share of the wait that would be saved if it were as short as the average wait.
          weight:
            other === null || low <= other ? 0 : (1 - other / low) * reach(turns.size, corpus.taken.length),
        },
      ];
    })
    .sort((a, b) => b.value - a.value || (a.id < b.id ? -1 : 1));
}
