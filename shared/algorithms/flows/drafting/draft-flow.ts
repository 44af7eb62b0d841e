import { formatCount, formatSetShare } from '../../../domain/figure-text.ts';
import {
  FLOW_VERSION,
  type Flow,
  type FlowAction,
  type FlowEdge,
  type FlowNode,
  type FlowSlot,
  type SlotType,
} from '../../../domain/flow.ts';
import { buildSymbolCorpusOfAll } from '../../automaton/corpus/symbol-corpus.ts';
import { findArrows, followArrows } from '../../dependency/find-arrows.ts';
import { introducedNames } from '../../privacy/finders/introduced-names.ts';
import { topicRuns } from '../../topics/topic-words.ts';
import { askedFor } from '../../worksheets/drafting/read-answers.ts';
import { UNCLEAR } from '../conditions.ts';
import { templateSlots } from '../flow-graph.ts';
import type { ReplayedDialogue } from '../following/replay-flow.ts';
import {
  answerOf,
  findValues,
  firstName,
  hasNoValue,
  onlyGreets,
  saysFarewell,
} from '../following/slot-values.ts';
import { fitOf, fitValue } from '../program/fit-value.ts';
import { FALLBACK_PATTERNS } from '../program/flow-program.ts';
import { type MarkedTexts, markTold, unmarked } from './mark-values.ts';
import { followedBeyondChance } from './score-draft.ts';
import { LONGEST_WORDING, masked, mostTypical, type Naming } from './typical-turn.ts';

interface LabelUse {
  readonly dialogues: Set<string>;
  readonly texts: Map<string, number>;
  marked: MarkedTexts;
  times: number;
  /** Counts uses before the customer has said anything. */
  unasked: number;
  asks: number;
  /** True if the step asks for a value. */
  isRequest: boolean;
  readonly answers: string[];
}

const TRIED = [null, 0.2, 0.1, 0.05] as const;
/** Smaller shares, tried only if all shares of `TRIED` give an empty flow. */
const RARER = [0.02, 0.01] as const;
/** A draft with rarer paths is chosen only if it follows at least this share of dialogues more. */
const BETTER = 0.02;

/**
 * Returns the draft that follows the most dialogues beyond chance, or a nearly equal one of the main paths. `share` is
 * the share of dialogues whose paths are drafted; null for the designed transitions.
 */
export function bestDraft(
  name: string,
  dialogues: readonly ReplayedDialogue[],
): DraftedFlow & { readonly followed: number; readonly share: number | null } {
  const heard = sourceOf(dialogues);
  const scored = (share: number | null) => {
    const drafted = draftFlow(name, dialogues, share, heard);
    return { ...drafted, share, followed: followedBeyondChance(drafted.flow, dialogues) };
  };
  const isDrawn = ({ nodes }: DraftedFlow): boolean => nodes.length > 0;
  const tried = TRIED.map(scored);
  const drawn = tried.some(isDrawn) ? tried.filter(isDrawn) : RARER.map(scored).filter(isDrawn);
  if (drawn.length === 0) return tried[0]!;
  return drawn.reduce((best, other) => (other.followed > best.followed + BETTER ? other : best));
}

export interface CommonStep {
  readonly label: string;
  readonly dialogues: number;
  readonly text: string;
}

/** Returns the agent's steps that most dialogues have, with a typical turn. Names and numbers are masked. */
export function commonSteps(dialogues: readonly ReplayedDialogue[]): CommonStep[] {
  const { said, naming } = sourceOf(dialogues);
  return [...said]
    .filter(([, own]) => own.dialogues.size >= LEAST)
    .sort((a, b) => b[1].dialogues.size - a[1].dialogues.size || (a[0] < b[0] ? -1 : 1))
    .slice(0, MOST_COMMON)
    .map(([label, own]) => {
      // Without slots, customers' words stay: "[value]" would say nothing.
      const marked = { asks: [], texts: own.texts };
      return { label, dialogues: own.dialogues.size, text: wordingOf({ ...own, marked }, label, naming) };
    });
}

export interface CommonPath {
  readonly labels: readonly string[];
  readonly dialogues: number;
}

export function commonPaths(dialogues: readonly ReplayedDialogue[]): CommonPath[] {
  const paths = new Map<string, { labels: string[]; dialogues: number }>();
  for (const { turns } of dialogues) {
    const labels = turns
      .flatMap(({ role, label }) => (role === 'user' || label === null ? [] : [label]))
      .filter((label, at, all) => label !== all[at - 1]);
    if (labels.length === 0) continue;
    const key = labels.join('\u0000');
    const path = paths.get(key) ?? { labels, dialogues: 0 };
    path.dialogues++;
    paths.set(key, path);
  }
  return [...paths.values()]
    .filter((path) => path.dialogues >= LEAST)
    .sort((a, b) => b.dialogues - a.dialogues)
    .slice(0, MOST_PATHS);
}

export interface DraftedFlow {
  readonly flow: Flow;
  readonly dialogues: number;
  readonly nodes: readonly {
    readonly node: string;
    readonly dialogues: number;
    readonly examples: string[];
  }[];
  readonly edges: readonly { readonly source: string; readonly target: string; readonly dialogues: number }[];
}

const EXAMPLES = 5;
const MOST_COMMON = 12;
const MOST_PATHS = 5;
/** The minimum number of dialogues for a step. Rarer steps are individual cases. */
const LEAST = 5;
/** The condition of an edge for customers who do not know the answer. */
const MISSING = "can't remember";
/** Words decide an edge if the shares differ by this much, and by this many standard errors. */
const LEAST_LIFT = 0.1;
const CERTAIN = 3;
const RARE = 0.1;
/** An answer with more words than this is not taken as a value of a list. */
const LONGEST_VALUE = 4;

/**
 * Drafts a flow: agents' common labels become nodes, the designed transitions of their automaton become edges. A label
 * that mostly asks becomes a request, or a confirmation if most answers are yes or no. O(turns + labels³)
 * @param share uses the steps that this share of the dialogues takes, from earlier to later ones, instead of the
 * designed transitions
 */
export function draftFlow(
  name: string,
  dialogues: readonly ReplayedDialogue[],
  share: number | null = null,
  { said, naming }: DraftSource = sourceOf(dialogues),
): DraftedFlow {
  const corpus = buildSymbolCorpusOfAll(
    dialogues.map(({ id, turns }) => ({
      key: id,
      turns: turns.map(({ role, label }) => ({ role, tags: label === null ? [] : [label] })),
    })),
  );
  const greetings = [...said].flatMap(([label, own]) => (isGreeting(own, label, naming) ? [label] : []));
  const meanAt = meanPlaces(dialogues);
  const isForward = ([from, to]: readonly [string, string]): boolean => {
    const later = (meanAt.get(to) ?? 0) - (meanAt.get(from) ?? 0);
    return later > 0 || (later === 0 && from < to);
  };
  const found = [...(share === null ? findArrows(corpus, 'dependency') : followArrows(corpus, share))]
    .map((arrow) => arrow.split('\u0000') as [string, string])
    .filter((ends) => ends.every((label) => said.has(label) && !greetings.includes(label)))
    .filter((ends, _, all) => isForward(ends) || (share === null && !isLoop(ends, all)));
  const opening = openingSteps(dialogues, greetings);
  const arrows = withoutDeadEnds(fromOpener(askedInTurn(found, said, meanAt), opening), said, dialogues);
  const steps = orderOf(new Set(arrows.flat()), arrows, meanAt);
  const idOf = new Map(steps.map((label, at) => [label, String(at + 1)]));
  const slots = slotNames(steps, idOf, arrows, said);
  const nodes = steps.map((label) => nodeOf(idOf.get(label)!, label, said.get(label)!, naming, slots(label)));
  const kindOf = new Map(nodes.map((node) => [node.id, node.type]));
  const kindOfStep = (label: string): FlowNode['type'] => kindOf.get(idOf.get(label)!)!;
  // A question that follows another one whatever customers say is asked first. It is skipped if its answer is known.
  const isNext = ({ from, to }: Pick<DraftedEdge, 'from' | 'to'>): boolean =>
    said.get(from)!.isRequest &&
    said.get(to)!.isRequest &&
    conditionOf(dialogues, naming.names, from, to, 'request', false) === UNCLEAR;
  const edges = arrows
    .map(([from, to]) => {
      const counts = { dialogues: bothIn(dialogues, from, to), next: nextIn(dialogues, from, to) };
      return { from, to, ...counts, isNext: isNext({ from, to }) };
    })
    .sort(
      (a, b) =>
        steps.indexOf(a.from) - steps.indexOf(b.from) ||
        Number(b.isNext) - Number(a.isNext) ||
        (a.isNext ? steps.indexOf(a.to) - steps.indexOf(b.to) : 0) ||
        b.next - a.next ||
        b.dialogues - a.dialogues,
    );
  const asks = (label: string): boolean => kindOfStep(label) === 'inform_and_confirm';
  const isMain = ({ from, to }: (typeof edges)[number]): boolean =>
    edges.find((other) => other.from === from)?.to === to;
  const conditions = new Map<(typeof edges)[number], string | undefined>();
  for (const edge of edges) {
    const { from, to } = edge;
    const hasNone = isMain(edge) && !asks(from);
    const condition = hasNone ? undefined : conditionOf(dialogues, naming.names, from, to, kindOfStep(from));
    const isTaken = (condition: string | undefined): boolean =>
      edges.some((other) => other !== edge && other.from === from && conditions.get(other) === condition);
    // If another edge has the answer already, the condition is made of the words that customers say there.
    const own =
      asks(from) && isTaken(condition) ? conditionOf(dialogues, naming.names, from, to, 'inform') : condition;
    conditions.set(edge, own !== undefined && isTaken(own) ? UNCLEAR : own);
  }
  const kept = withoutRare(edges, conditions, dialogues.length);
  const hasUnclear = kept.some((edge) => conditions.get(edge) === UNCLEAR);
  const drawn = kept.map((edge): FlowEdge => {
    const [source, target] = [idOf.get(edge.from)!, idOf.get(edge.to)!];
    const condition = conditions.get(edge);
    // The most frequent edge needs no condition, unless it is for "no" or another edge is for "yes" too.
    const isElse =
      isMain(edge) &&
      condition !== 'no' &&
      !edges.some((other) => other !== edge && other.from === edge.from && conditions.get(other) === 'yes');
    if (condition === undefined || isElse) return { source, target };
    return { source, target, condition };
  });
  const [start] = steps;
  const left = [...said.keys()].filter((label) => !idOf.has(label) && !greetings.includes(label));
  const fallbacks = fallbacksOf(said, naming, steps, left);
  const folded = left.filter(
    (label) => said.get(label)!.dialogues.size >= LEAST && !fallbacks.some((one) => one.label === label),
  );
  return {
    flow: {
      chief: FLOW_VERSION,
      name,
      description: [
        share === null
          ? `Drafted from ${formatCount(dialogues.length)} dialogues.`
          : `Drafted from ${formatCount(dialogues.length)} dialogues, with paths that at least ${formatSetShare(share)} of them take.`,
        ...(hasUnclear
          ? [`"${UNCLEAR}" marks paths where the customers' words do not show when to take the path.`]
          : []),
        ...(folded.length > 0 && steps.length > 0 ? [foldedText(folded)] : []),
      ].join(' '),
      ...(start === undefined ? {} : { start: idOf.get(start)! }),
      nodes,
      edges: drawn,
      globalActions: greetings.map((label, at) =>
        actionOf(label, at, said.get(label)!, ['hi', 'hello', 'hey'], naming),
      ),
      fallbackActions: fallbacks,
      functions: [],
      guidelines: [],
    },
    dialogues: dialogues.length,
    nodes: steps.map((label) => {
      const own = said.get(label)!.dialogues;
      return { node: idOf.get(label)!, dialogues: own.size, examples: [...own].sort().slice(0, EXAMPLES) };
    }),
    edges: kept.map(({ from, to, dialogues: count }) => ({
      source: idOf.get(from)!,
      target: idOf.get(to)!,
      dialogues: count,
    })),
  };
}

interface DraftSource {
  readonly said: ReadonlyMap<string, LabelUse>;
  readonly naming: Naming;
}

function sourceOf(dialogues: readonly ReplayedDialogue[]): DraftSource {
  const said = saidIn(dialogues);
  const marked = markTold(dialogues, (label) => mostlyAsks(said.get(label)!), LEAST);
  const naming = namingIn(dialogues);
  for (const [label, own] of said) {
    own.marked = marked.get(label)!;
    own.isRequest = isRequest(own, label, naming);
  }
  return { said, naming };
}

/** True if a step asks for something that most customers do not answer by yes or no. */
function isRequest(own: LabelUse, label: string, naming: Naming): boolean {
  if (!mostlyAsks(own)) return false;
  const question = wordingOf(own, label, naming);
  const decided = own.answers.filter((answer) => answerOf(answer, question) !== null).length;
  return own.answers.length === 0 || decided < 0.6 * own.answers.length;
}

const mostlyAsks = ({ asks, times }: LabelUse): boolean => asks * 2 >= times;

function saidIn(dialogues: readonly ReplayedDialogue[]): ReadonlyMap<string, LabelUse> {
  const said = new Map<string, LabelUse>();
  for (const { id, turns } of dialogues) {
    let asking: LabelUse | null = null;
    let isUnasked = true;
    for (const { role, text, label } of turns) {
      if (role === 'user') {
        isUnasked = false;
        asking?.answers.push(text);
        asking = null;
      } else if (label !== null) {
        const own = said.get(label) ?? {
          dialogues: new Set(),
          texts: new Map(),
          marked: { asks: [], texts: new Map() },
          times: 0,
          unasked: 0,
          asks: 0,
          isRequest: false,
          answers: [],
        };
        said.set(label, own);
        own.dialogues.add(id);
        own.times++;
        if (isUnasked) own.unasked++;
        own.texts.set(text.trim(), (own.texts.get(text.trim()) ?? 0) + 1);
        if (text.includes('?') || askedFor(text).length > 0) own.asks++;
        asking = own;
      }
    }
  }
  return said;
}

type Arrow = readonly [string, string];

/** True if the arrow's target leads back to its source. */
const isLoop = ([from, to]: Arrow, arrows: readonly Arrow[]): boolean => reachOf(to, arrows).has(from);

function reachOf(start: string, arrows: readonly Arrow[]): ReadonlySet<string> {
  const seen = new Set([start]);
  for (const at of seen) for (const [from, to] of arrows) if (from === at) seen.add(to);
  return seen;
}

/** Returns the slots that each step can mention: those requested earlier on the path, with the requesting step. */
function slotNames(
  steps: readonly string[],
  idOf: ReadonlyMap<string, string>,
  arrows: readonly Arrow[],
  said: ReadonlyMap<string, LabelUse>,
): (label: string) => SlotNames {
  const reached = new Map(
    steps
      .filter((label) => said.get(label)!.isRequest)
      .map((label) => [label, reachOf(label, arrows)] as const),
  );
  return (label) => (ask) =>
    ask !== label && reached.get(ask)?.has(label) ? slotName(ask, idOf.get(ask)!) : null;
}

/** Leads on from each question as dialogues do, and from each other step as at least half of its dialogues do. */
function withoutDeadEnds(
  arrows: readonly Arrow[],
  said: ReadonlyMap<string, LabelUse>,
  dialogues: readonly ReplayedDialogue[],
): readonly Arrow[] {
  const steps = new Set(arrows.flat());
  let all = arrows;
  for (const label of steps) {
    const { isRequest, dialogues: own } = said.get(label)!;
    const targets = all.filter(([from]) => from === label).map(([, to]) => to);
    if (isRequest && targets.length > 0) continue;
    const least = isRequest ? LEAST : Math.max(LEAST, own.size / 2);
    const next = nextSteps(dialogues, label, least).find((to) => steps.has(to) && !isLoop([label, to], all));
    if (next !== undefined && !targets.includes(next)) all = [...all, [label, next]];
  }
  return all;
}

/** Orders questions before the same step by mean position. Few dialogues have all, as agents skip known values. */
function askedInTurn(
  arrows: readonly Arrow[],
  said: ReadonlyMap<string, LabelUse>,
  meanAt: ReadonlyMap<string, number>,
): readonly Arrow[] {
  const requests = [...new Set(arrows.flat())]
    .filter((label) => said.get(label)!.isRequest)
    .sort((a, b) => meanAt.get(a)! - meanAt.get(b)! || (a < b ? -1 : 1));
  let all = arrows;
  for (const [at, label] of requests.entries()) {
    for (const [, to] of arrows.filter(([from]) => from === label)) {
      if (said.get(to)!.isRequest) continue;
      const next = requests
        .slice(at + 1)
        .find(
          (other) =>
            all.some(([from, target]) => from === other && target === to) && !isLoop([label, other], all),
        );
      if (next === undefined) continue;
      all = all.filter((arrow) => arrow[0] !== label || arrow[1] !== to);
      if (!reachOf(label, all).has(next)) all = [...all, [label, next]];
    }
  }
  return all;
}

function nextSteps(dialogues: readonly ReplayedDialogue[], label: string, least: number): string[] {
  const counts = new Map<string, number>();
  for (const { turns } of dialogues) {
    const labels = turns.flatMap((turn) => turn.label ?? []);
    for (const next of new Set(labels.filter((_, at) => labels[at - 1] === label)))
      if (next !== label) counts.set(next, (counts.get(next) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count >= least)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([next]) => next);
}

type SlotNames = (ask: string) => string | null;
const NO_SLOTS: SlotNames = () => null;

/** A flow has one start: the step that answers most customers first. Without such a step there is no flow. */
function fromOpener(arrows: readonly Arrow[], opening: ReadonlyMap<string, number>): readonly Arrow[] {
  let [start, most] = ['', LEAST - 1];
  for (const [label] of arrows) {
    const own = opening.get(label) ?? 0;
    if (own > most) [start, most] = [label, own];
  }
  const reached = start === '' ? new Set() : reachOf(start, arrows);
  return arrows.filter(([from, to]) => reached.has(from) && to !== start);
}

/**
 * Returns how many customers each step answers first. Greetings are ignored. The second step counts half, as the first
 * may be a rare preface, such as an apology for a slow system. O(turns)
 */
function openingSteps(
  dialogues: readonly ReplayedDialogue[],
  greetings: readonly string[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { turns } of dialogues) {
    const asked = turns.findIndex(({ role }) => role === 'user');
    const steps = turns
      .slice(Math.max(0, asked))
      .flatMap(({ label }) => (label === null || greetings.includes(label) ? [] : [label]));
    for (const label of new Set(steps.slice(0, 2)))
      counts.set(label, (counts.get(label) ?? 0) + (label === steps[0] ? 1 : 0.5));
  }
  return counts;
}

interface DraftedEdge {
  readonly from: string;
  readonly to: string;
  readonly dialogues: number;
}

function withoutRare<Edge extends DraftedEdge>(
  edges: readonly Edge[],
  conditions: ReadonlyMap<Edge, string | undefined>,
  dialogues: number,
): readonly Edge[] {
  const first = edges[0]?.from;
  let kept = edges;
  for (const edge of edges.toSorted((a, b) => a.dialogues - b.dialogues)) {
    if (conditions.get(edge) !== UNCLEAR || edge.dialogues >= RARE * dialogues) continue;
    const others = kept.filter((other) => other !== edge);
    const seen = new Set(first === undefined ? [] : [first]);
    for (const at of seen) for (const { from, to } of others) if (from === at) seen.add(to);
    if (seen.has(edge.to)) kept = others;
  }
  return kept;
}

const GREETING = /^(?:hi|hello|hey|good (?:morning|day|afternoon|evening)|welcome)\b/i;
const OFFERS_HELP = /\b(?:how|what) (?:can|may|could) (?:i|we)\b/i;
const MOST_WORDS_AFTER_GREETING = 4;

/**
 * True if a step only greets, and perhaps offers help, or if it offers help before customers say anything. "Hi, please
 * check your mail" says more than that.
 */
function isGreeting(own: LabelUse, label: string, naming: Naming): boolean {
  const text = wordingOf(own, label, naming);
  const rest = text.replace(GREETING, '');
  const words = rest.match(/[\p{L}\p{N}]+/gu) ?? [];
  const greets = rest !== text || 2 * own.unasked > own.times;
  return greets && (OFFERS_HELP.test(rest) || (rest !== text && words.length <= MOST_WORDS_AFTER_GREETING));
}

const actionOf = (
  label: string,
  at: number,
  own: LabelUse,
  examples: readonly string[],
  naming: Naming,
): FlowAction => ({
  id: /^[A-Za-z]/.test(label) ? label.replaceAll(/[^A-Za-z0-9]+/g, '_').slice(0, 100) : `action_${at + 1}`,
  message: wordingOf(own, label, naming),
  examples,
  label,
});

/** The answer if no step follows and the dialogues show no such answer. */
const NOT_HERE: FlowAction = {
  id: 'out_of_scope',
  message: 'I am sorry, I cannot help you with that here. A colleague will get back to you.',
  examples: ['the customer says something that the flow has no step for'],
};
const MOST_FOLDED = 5;

/** Returns the draft's fallback actions. They continue the conversation at rare steps and loops that it omits. */
function fallbacksOf(
  said: ReadonlyMap<string, LabelUse>,
  naming: Naming,
  steps: readonly string[],
  left: readonly string[],
): FlowAction[] {
  if (steps.length === 0) return [];
  const closes = (label: string): boolean => {
    const { texts, times } = said.get(label)!;
    return 2 * timesOf(texts, isFallback) > times;
  };
  const own = left
    .filter(closes)
    .map((label, at) => actionOf(label, at, said.get(label)!, [], naming))
    .filter(({ message }) => templateSlots(message).length === 0);
  const ofSteps = steps.filter(closes).map((label, at) => actionOf(label, at, said.get(label)!, [], naming));
  const copies = (['more', 'farewell'] as const).flatMap((use): FlowAction[] => {
    const closing = ({ message }: FlowAction): boolean => FALLBACK_PATTERNS[use].test(message);
    const copy = own.some(closing) ? undefined : ofSteps.find(closing);
    return copy === undefined ? [] : [{ ...copy, id: use === 'more' ? 'anything_else' : 'goodbye' }];
  });
  const known = [...copies, ...own];
  return known.some(({ message }) => FALLBACK_PATTERNS.scope.test(message)) ? known : [...known, NOT_HERE];
}

const foldedText = (folded: readonly string[]): string => {
  const names = folded.slice(0, MOST_FOLDED).join(', ');
  const more = folded.length > MOST_FOLDED ? ' and others' : '';
  return `Steps left to the fallback: ${names}${more}.`;
};

const timesOf = (texts: ReadonlyMap<string, number>, fits: (text: string) => boolean): number =>
  [...texts].reduce((sum, [text, count]) => (fits(text) ? sum + count : sum), 0);

const isFallback = (text: string): boolean =>
  saysFarewell(text) || /anything else|don't (?:quite )?understand/i.test(text);

function meanPlaces(dialogues: readonly ReplayedDialogue[]): ReadonlyMap<string, number> {
  const sums = new Map<string, { at: number; count: number }>();
  for (const { turns } of dialogues) {
    const seen = new Set<string>();
    for (const [at, { label }] of turns.entries()) {
      if (label === null || seen.has(label)) continue;
      seen.add(label);
      const own = sums.get(label) ?? { at: 0, count: 0 };
      sums.set(label, { at: own.at + at, count: own.count + 1 });
    }
  }
  return new Map([...sums].map(([label, { at, count }]) => [label, at / count]));
}

function orderOf(
  labels: ReadonlySet<string>,
  arrows: readonly (readonly [string, string])[],
  meanAt: ReadonlyMap<string, number>,
): string[] {
  const mean = (label: string): number => meanAt.get(label) ?? 0;
  const left = [...labels].sort((a, b) => mean(a) - mean(b) || (a < b ? -1 : 1));
  const order: string[] = [];
  while (left.length > 0) {
    const free = left.findIndex((label) => !arrows.some(([from, to]) => to === label && left.includes(from)));
    order.push(...left.splice(Math.max(free, 0), 1));
  }
  return order;
}

function nodeOf(id: string, label: string, own: LabelUse, naming: Naming, slots: SlotNames): FlowNode {
  const message = wordingOf(own, label, naming, slots);
  if (!mostlyAsks(own)) return { id, type: 'inform', label, message };
  if (!own.isRequest) return { id, type: 'inform_and_confirm', label, message };
  const name = slotName(label, id);
  return { id, type: 'request', slots: { [name]: slotOf(name, label, message, own.answers) } };
}

function slotName(label: string, id: string): string {
  const name = label.replace(/^(?:.*_)?(?:ask|request)[_-]/, '').replaceAll(/[^A-Za-z0-9_]+/g, '_');
  return /^[A-Za-z]/.test(name) ? name.slice(0, 100) : `slot_${id}`;
}

/** A slot gets a type if this share of the answers fits. The running flow must accept the second share. */
const TYPED = 0.5;
const FITTING = 0.8;
/** In a longer answer, a number may belong to a story and is not taken as the value. */
const LONGEST_NUMBER = 10;

/** Returns a slot with the type that fits the answers, or without a type if it would refuse many of them. */
function slotOf(name: string, label: string, message: string, all: readonly string[]): FlowSlot {
  const description = label.replaceAll(/[_-]+/g, ' ');
  const answers = all.filter((answer) => !hasNoValue(answer));
  const short = new Map<string, number>();
  for (const answer of answers) {
    const value = answer.trim().replace(/[.!]+$/, '');
    if (value.split(/\s+/).length <= LONGEST_VALUE && !onlyGreets(value)) {
      short.set(value.toLowerCase(), (short.get(value.toLowerCase()) ?? 0) + 1);
    }
  }
  const common = [...short].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const examples = common
    .filter(([, count]) => count >= LEAST)
    .slice(0, 12)
    .map(([value]) => value);
  const fits = (kind: Pick<FlowSlot, 'type' | 'examples'>): boolean => {
    const fit = fitOf({ ...kind, message, description }, name);
    // The running flow takes the value out of a longer answer.
    const valueIn = (answer: string): string =>
      findValues(kind, answer, name)[0] ?? (kind.type === 'name' ? firstName(answer) : undefined) ?? answer;
    const fitting = answers.filter((answer) => 'value' in fitValue(fit, valueIn(answer)));
    return fitting.length >= FITTING * answers.length;
  };
  const isTyped = (type: SlotType): boolean => {
    const kind = { type, examples: type === 'categorical' ? examples : [] };
    const isLong = (answer: string): boolean =>
      type === 'integer' && answer.split(/\s+/).length > LONGEST_NUMBER;
    const typed = answers.filter((answer) => !isLong(answer) && findValues(kind, answer).length > 0).length;
    return typed >= TYPED * answers.length && fits(kind);
  };
  const types: readonly SlotType[] = ['time', 'date', 'name', 'integer'];
  const typed = answers.length === 0 ? undefined : types.find(isTyped);
  const type = typed ?? (examples.length > 1 && isTyped('categorical') ? 'categorical' : 'string');
  return { description, type, examples: fits({ type, examples }) ? examples : [], message, label };
}

/**
 * Returns the most common short wording, or the most typical turn. Customers' values become slots if the flow asks for
 * them; other details of a single dialogue are masked.
 */
function wordingOf(
  { marked: { asks, texts } }: LabelUse,
  label: string,
  naming: Naming,
  slots = NO_SLOTS,
): string {
  const short = [...texts].filter(([text]) => text.length <= LONGEST_WORDING);
  const [best] = short.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const text = best && best[1] >= LEAST ? best[0] : mostTypical(short.map(([one]) => one));
  const wording = text === null ? '' : unmarked(masked(text, naming), asks, slots);
  return wording || label.replaceAll(/[_-]+/g, ' ');
}

function bothIn(dialogues: readonly ReplayedDialogue[], from: string, to: string): number {
  return dialogues.filter(({ turns }) => {
    const first = turns.findIndex(({ label }) => label === from);
    return first >= 0 && turns.findIndex(({ label }, at) => at > first && label === to) > first;
  }).length;
}

function nextIn(dialogues: readonly ReplayedDialogue[], from: string, to: string): number {
  return dialogues.filter(({ turns }) => {
    const labels = turns.flatMap(({ label }) => label ?? []);
    return labels.some((label, at) => label === to && labels[at - 1] === from);
  }).length;
}

/** The words of introductions are left out, because they name the speaker and not the subject. */
const namingIn = (dialogues: readonly ReplayedDialogue[]): Naming => ({
  names: new Set(
    dialogues.flatMap(({ turns }) =>
      introducedNames(turns.map(({ text }) => text)).map((name) => name.toLowerCase()),
    ),
  ),
  common: new Set(
    dialogues.flatMap(({ turns }) => turns.flatMap(({ text }) => text.match(/\b\p{Ll}+\b/gu) ?? [])),
  ),
});

/**
 * Returns the first of these conditions that dialogues show: an answer, words said after the step, words said before
 * or after it, or unclear.
 */
function conditionOf(
  dialogues: readonly ReplayedDialogue[],
  names: ReadonlySet<string>,
  from: string,
  to: string,
  kind: FlowNode['type'],
  isByEarlier = true,
): string {
  const here: SaidAround[] = [];
  const elsewhere: SaidAround[] = [];
  let declined = 0;
  for (const { turns } of dialogues) {
    for (const [at, { label, text }] of turns.entries()) {
      if (label !== from) continue;
      const said = turns[at + 1]?.role === 'user' ? turns[at + 1]!.text : '';
      const before = turns.slice(0, at).flatMap((turn) => (turn.role === 'user' ? [turn.text] : []));
      const next = turns.slice(at + 1).find((turn) => turn.label !== null)?.label;
      (next === to ? here : elsewhere).push({ said, heard: [...before, said].join('\n') });
      if (next === to && answerOf(said, text) === 'no') declined++;
    }
  }
  if (kind === 'inform_and_confirm') return 2 * declined > here.length ? 'no' : 'yes';
  const separates = (holds: (around: SaidAround) => boolean): number => {
    const own = here.filter(holds).length;
    return own < LEAST ? 0 : separation(own, here.length, elsewhere.filter(holds).length, elsewhere.length);
  };
  if (kind === 'request' && separates(({ said }) => hasNoValue(said)) > 0) return MISSING;
  const separating = (part: keyof SaidAround, most: number): string => {
    const spoken = new Map([...here, ...elsewhere].map((around) => [around, subjectWords(around[part])]));
    return [...new Set(here.flatMap((around) => [...spoken.get(around)!]))]
      .filter((word) => word.length > 2 && !names.has(word))
      .map((word) => [word, separates((around) => spoken.get(around)!.has(word))] as const)
      .filter(([, lift]) => lift > 0)
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, most)
      .map(([word]) => word)
      .join(', ');
  };
  const now = separating('said', 3);
  if (now !== '') return `user speaks of ${now}`;
  // The flow takes such an edge if half of its words were said.
  const byThen = isByEarlier ? separating('heard', 2) : '';
  return byThen === '' ? UNCLEAR : `user asked about ${byThen}`;
}

/** `said` is the customer's answer to a step; `heard` also contains all earlier customer turns. */
interface SaidAround {
  readonly said: string;
  readonly heard: string;
}

const subjectWords = (text: string): ReadonlySet<string> =>
  new Set(topicRuns(text).flatMap((run) => run.map(({ written }) => written.toLowerCase())));

/** Returns how much more often something is said here than elsewhere; 0 if that may be chance (z < 3). */
function separation(own: number, here: number, others: number, elsewhere: number): number {
  const lift = own / here - others / Math.max(1, elsewhere);
  const pooled = (own + others) / (here + elsewhere);
  const spread = Math.sqrt(pooled * (1 - pooled) * (1 / here + 1 / Math.max(1, elsewhere)));
  return lift > LEAST_LIFT && lift > CERTAIN * spread ? lift : 0;
}
