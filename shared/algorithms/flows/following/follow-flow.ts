import type { FlowEdge, FlowNode, FlowSlot } from '../../../domain/flow.ts';
import { conditionKind, tellingWords } from '../conditions.ts';
import type { FlowGraph } from '../flow-graph.ts';
import { codesIn, fitOf, fitValue, toldIn } from '../program/fit-value.ts';
import { type Fact, type Guard, type ProgramAct, programOf } from '../program/flow-program.ts';
import { type FlowResult, isFailure, outcomeOf } from '../results.ts';
import {
  answerOf,
  BARE_NAME,
  correctedIn,
  endOfTrip,
  findValues,
  firstName,
  hasNoValue,
  NUMBER_WORDS,
  UNSURE,
} from './slot-values.ts';

/** Stands for a value that the user gave in words from which it cannot be read. */
export const GIVEN = '✓';

export interface FlowState {
  readonly slots: Readonly<Record<string, string | null>>;
  readonly results: Readonly<Record<string, FlowResult>>;
  /** `inform_<id>`: nodes whose message has been said. */
  readonly told: readonly string[];
  readonly answers: Readonly<Record<string, 'yes' | 'no'>>;
  /** The question in the last system turn. */
  readonly pending:
    | { readonly kind: 'slot'; readonly slot: string }
    | { readonly kind: 'answer'; readonly node: string }
    | null;
  /** The question before the user's last turn. While a side question is answered, it stays open. */
  readonly open: FlowState['pending'];
  readonly refused: Readonly<Record<string, string>>;
  readonly at: string | null;
  readonly asked: readonly string[];
  readonly times: Readonly<Record<string, number>>;
  /** All words of the user so far, for slots that are asked for later. */
  readonly heard: readonly string[];
}

export const startState = (graph: FlowGraph): FlowState => ({
  slots: {},
  results: {},
  told: [],
  answers: {},
  pending: null,
  open: null,
  refused: {},
  at: graph.start,
  asked: [],
  times: {},
  heard: [],
});

type NextAction = ProgramAct & { readonly node: string };
export type SpokenAct = Exclude<NextAction, { readonly kind: 'call' }>;

interface Walk {
  readonly action: NextAction | null;
  readonly repeats: string | null;
  readonly state: FlowState;
  readonly path: readonly { readonly node: string; readonly why: string }[];
  readonly wentBack: boolean;
}

export const afterHearing = (state: FlowState, text: string): FlowState => ({
  ...state,
  heard: [...state.heard, ...tellingWords(text)],
  open: state.pending,
  pending: null,
  refused: {},
});

/** Fills slots with the values in a user's turn. If `strict`, a value that does not fit its slot is refused. */
export function takeValues(
  graph: FlowGraph,
  state: FlowState,
  values: ReadonlyMap<string, string | null>,
  strict: boolean,
): FlowState {
  let next = state;
  for (const [name, value] of values) {
    const slot = graph.slots.get(name)?.slot;
    if (slot === undefined) continue;
    const fitted =
      strict && value !== null && value !== GIVEN ? fitValue(fitOf(slot, name), value) : { value };
    if ('why' in fitted) next = { ...next, refused: { ...next.refused, [name]: fitted.why } };
    else next = setSlot(graph, next, name, fitted.value);
  }
  return next;
}

/**
 * Processes a user message. If a slot changes, everything that depends on it is cleared (A.2.2).
 * @param strict refuses an answer that does not fit its slot; a replay accepts every answer, as its agent did
 */
export function hearUser(graph: FlowGraph, state: FlowState, said: string, strict = false): FlowState {
  let next = afterHearing(state, said);
  const { pending } = state;
  const wanted = pending?.kind === 'slot' ? graph.slots.get(pending.slot)?.slot : undefined;
  const fit = strict && wanted && pending?.kind === 'slot' ? fitOf(wanted, pending.slot) : null;
  // If an answer is expected, questions in the text give no value.
  const text = fit === null ? said : toldIn(said, fit);
  const unknown = hasNoValue(said);
  const words = new Set(tellingWords(text));
  const found = new Map<string, string | null>();
  const taken = new Map<string, number>();
  const instead = strict ? correctedIn(text) : null;
  const valuesIn = (part: string, name: string, slot: FlowSlot): readonly string[] =>
    strict && slot.type === 'string' && fitOf(slot, name).isCode
      ? codesIn(part)
      : strict && slot.type === 'integer' && ONLY_DIGITS.test(part)
        ? [part.replaceAll(/\D/g, '')]
        : findValues(slot, part, name);
  // In "I forgot, but my PIN is 4711", the number is not the account number that was asked for.
  const isOthers = (asked: string): boolean =>
    [...graph.slots].some(
      ([name, { slot }]) =>
        name !== asked && isNumber(slot) && isNumberOf(name, { ...slot, message: '' }, text),
    );
  const valuesOf = (name: string, slot: FlowSlot): readonly string[] => {
    // If the text is only a name, it answers only a question for a name.
    const isOther = strict && pending?.kind === 'slot' && pending.slot !== name;
    if (isOther && slot.type === 'name' && BARE_NAME.test(text.trim())) return [];
    if (strict && !isOther && isNumber(slot) && !isNamed(name, words) && isOthers(name)) return [];
    const whole = instead === null || isOther ? valuesIn(text, name, slot) : [];
    // A choice such as "Friday or Saturday" gives no value.
    if (isOther && whole.length > 1 && /\bor\b/i.test(text)) return [];
    if (instead === null) return whole;
    const values = valuesIn(instead.after, name, slot);
    return values.length > 0 || instead.isRejected ? values : valuesIn(instead.before, name, slot);
  };
  const forgotOther = (asked: string): boolean =>
    [...graph.slots].some(
      ([name, { slot }]) => name !== asked && !(name in state.slots) && isUnknownIn(said, name, slot),
    );
  const isAnswer =
    wanted !== undefined && pending?.kind === 'slot' && valuesOf(pending.slot, wanted).length > 0;
  if (fit && isAnswer) {
    taken.set(groupOf(wanted, pending.slot, strict), 1);
  }
  let isWhole = false;
  const corrected =
    strict && !unknown ? correctionIn(graph, state, text, { isPolar: fit?.isPolar ?? true, isAnswer }) : null;
  if (corrected) {
    found.set(corrected.name, corrected.value);
    taken.set(groupOf(graph.slots.get(corrected.name)!.slot, corrected.name, strict), 1);
  }
  for (const [name, { slot }] of graph.slots) {
    const isAsked = pending?.kind === 'slot' && pending.slot === name;
    if (corrected && (isAsked || name === corrected.name)) continue;
    const named = isNamed(name, words);
    const values = valuesOf(name, slot);
    if (isAsked) {
      const part = values[0] ?? (fit?.type === 'name' ? firstName(instead?.after ?? text) : undefined);
      // "I forgot my PIN" says nothing about the account number that was asked for.
      if (strict && unknown && part === undefined && !named && forgotOther(name)) continue;
      const whole = fit?.type === 'name' && instead ? instead.after : text;
      const own = part ?? (whole.trim() || said.trim() || GIVEN);
      const elsewhere = [...graph.slots.keys()].some((other) => other !== name && isNamed(other, words));
      found.set(name, unknown && !(elsewhere && !named && part !== undefined) ? null : own);
      isWhole = !unknown && part === undefined && fit?.isOpen === false;
      if (values.length > 0) taken.set(groupOf(slot, name, strict), 1);
      continue;
    }
    if (strict ? isUnknownIn(said, name, slot) : unknown && named && values.length === 0) {
      found.set(name, null);
      continue;
    }
    if (slot.type === 'name' && !namesMost(graph, name, words)) continue;
    // A number alone is ambiguous, so it only fills a slot that the text mentions.
    if ((isNumber(slot) || (strict && fitOf(slot, name).isCode)) && !isNumberOf(name, slot, text)) continue;
    const isKnown = next.slots[name] != null && next.slots[name] !== GIVEN && slot.type !== 'categorical';
    if (isKnown && !(strict && isNumber(slot) && saysAgain(name, text))) continue;
    // If two slots have the same type, the second gets the second value.
    const at = taken.get(groupOf(slot, name, strict)) ?? 0;
    const value = values[at];
    if (value === undefined) continue;
    taken.set(groupOf(slot, name, strict), at + 1);
    found.set(name, value);
  }
  // "My PIN is 9503" gives no date of birth.
  const gives = ([name, value]: readonly [string, string | null]): boolean =>
    pending?.kind === 'slot' && name !== pending.slot && value !== null && isNamed(name, words);
  if (isWhole && pending?.kind === 'slot' && [...found].some(gives)) found.delete(pending.slot);
  if (pending?.kind === 'answer' && !corrected) {
    const node = graph.nodes.get(pending.node);
    const question = node?.type === 'inform_and_confirm' ? `${node.message} ${node.question ?? ''}` : '';
    const answer = chosenOf(node, words) ?? (strict && UNSURE.test(text) ? null : answerOf(text, question));
    if (answer !== null) next = { ...next, answers: { ...next.answers, [pending.node]: answer } };
  }
  const heard = takeValues(graph, next, found, strict);
  if (pending?.kind !== 'slot') return heard;
  const { [pending.slot]: _, ...refused } = heard.refused;
  const gaveAnother = [...found].some(
    ([name, value]) => name !== pending.slot && value !== null && !(name in refused),
  );
  return gaveAnother ? { ...heard, refused } : heard;
}

const isNumber = ({ type }: FlowSlot): boolean => type === 'integer' || type === 'number';

const isNamed = (name: string, words: ReadonlySet<string>): boolean =>
  tellingWords(name.replaceAll('_', ' ')).some((word) => words.has(word));

/** True if one part of a text says that there is no value for a slot: "It is 4711, but I forgot my PIN". */
const isUnknownIn = (text: string, name: string, slot: FlowSlot): boolean =>
  text
    .split(/[.!?;,]\s+|\s+(?:but|and)\s+/i)
    .some(
      (part) =>
        hasNoValue(part) &&
        isNamed(name, new Set(tellingWords(part))) &&
        (findValues(slot, part, name).length === 0 || (isNumber(slot) && !isNumberOf(name, slot, part))),
    );

/** True if no other slot for a name shares more words with the text, as the maiden name in "my mother's name is Smith". */
function namesMost(graph: FlowGraph, name: string, words: ReadonlySet<string>): boolean {
  const said = new Set([...words].map(stemOf));
  const shared = (slot: string): number =>
    tellingWords(slot.replaceAll('_', ' ')).filter((word) => said.has(stemOf(word))).length;
  const own = shared(name);
  return [...graph.slots].every(([other, { slot }]) => slot.type !== 'name' || shared(other) <= own);
}

/** Matches a number that is written in groups: "12 34". */
const ONLY_DIGITS = /^\s*\d+(?:[ -]\d+)+\s*[.!]?$/;

const CORRECTS =
  /^[^\p{L}\p{N}]*(?:(?:no|oh|ah|wait|hold on|hm+|um+|well|okay?)\b[^\p{L}\p{N}]*)*(?:wait|sorry|oops|actually|i meant?|make (?:it|that)|change (?:it|that)|correction)\b|\b(?:instead|rather)\b/iu;
/** Matches "5 seats actually", which corrects a value unless it answers the question. */
const CORRECTS_AT_END = /\b(?:actually|then|after all)[^\p{L}\p{N}]*$/iu;
const STARTS_WITH_NO = /^[^\p{L}\p{N}]*no\b/iu;

/**
 * Returns the value that corrects an earlier one ("Make it Tuesday"), or that was missing ("Wait, it is 4711"), for the
 * named or else the last fitting slot.
 */
function correctionIn(
  graph: FlowGraph,
  { slots }: FlowState,
  said: string,
  { isPolar, isAnswer }: { readonly isPolar: boolean; readonly isAnswer: boolean },
): { readonly name: string; readonly value: string } | null {
  const corrects = CORRECTS.test(said) || (!isAnswer && CORRECTS_AT_END.test(said));
  if (!corrects && (isPolar || !STARTS_WITH_NO.test(said))) return null;
  const words = new Set(tellingWords(said));
  const text = said.replace(CORRECTS, '').trim();
  const given = Object.keys(slots).reverse();
  const named = given.filter((name) => isNamed(name, words));
  for (const name of [...named, ...given.filter((other) => !named.includes(other))]) {
    const { slot } = graph.slots.get(name) ?? {};
    if (slot === undefined || slots[name] === GIVEN) continue;
    const isCode = slot.type === 'string' && fitOf(slot, name).isCode;
    const [value] = isCode ? codesIn(text) : findValues(slot, text, name);
    if (value === undefined) continue;
    if (value === slots[name]) return null;
    if ('value' in fitValue(fitOf(slot, name), value)) return { name, value };
  }
  return null;
}

/** True if a number is next to the name of the slot, "my PIN is 1234" or "5 guests", and is not a price. */
function isNumberOf(name: string, slot: FlowSlot, text: string): boolean {
  const about = new Set(
    tellingWords(`${name.replaceAll('_', ' ')} ${slot.message ?? ''}`).filter((word) => word !== 'number'),
  );
  const tokens = text.toLowerCase().match(/[$€£]?\d[\d.,]*|[\p{L}]+/gu) ?? [];
  return tokens.some((token, at) => {
    if (!/^\d|^(?:one|two|three|four|five|six|seven|eight|nine|ten)$/.test(token)) return false;
    return tokens.some((word, other) => other >= at - 4 && other <= at + 2 && about.has(word));
  });
}

/** True for "my account number is 4711", which gives a value again that is known. */
const saysAgain = (name: string, text: string): boolean =>
  tellingWords(name.replaceAll('_', ' ')).some((word) =>
    new RegExp(`\\b${word}\\b(?: number| code)?(?: is|:| =|'s| was) `, 'i').test(text),
  );

/**
 * Returns the group of a slot. Slots of a group share the values of a sentence, so "My name is Tony Smith" gives one
 * name. "From Bern to Rome" gives each end of the trip one value.
 */
function groupOf({ type, examples }: FlowSlot, name: string, strict: boolean): string {
  if (type === 'name') return type;
  const end = strict && type === 'string' ? endOfTrip(name) : null;
  return `${type} ${end ?? ''} ${examples.join('|')}`;
}

/** After "Shall I do this, or do you want that?", returns "no" if the user chooses the second. */
function chosenOf(node: FlowNode | undefined, words: ReadonlySet<string>): 'no' | null {
  if (node?.type !== 'inform_and_confirm') return null;
  const other = /\?[^?]*$/.test(node.message) ? / or ([^?.]*)\?\s*$/.exec(node.message)?.[1] : undefined;
  if (other === undefined) return null;
  const stems = tellingWords(other)
    .filter((word) => word.length > 3 && !/^(?:would|your|know|want|like)$/.test(word))
    .map((word) => word.slice(0, 5));
  return [...words].some((word) => word.length > 3 && stems.some((stem) => word.startsWith(stem)))
    ? 'no'
    : null;
}

export function afterSaying(graph: FlowGraph, state: FlowState, act: SpokenAct): FlowState {
  const { node } = act;
  if (act.kind === 'ask') {
    const { slot } = act;
    return { ...state, pending: { kind: 'slot', slot }, at: node, asked: [...state.asked, slot] };
  }
  const { [node]: _, ...answers } = state.answers;
  const confirms = graph.nodes.get(node)?.type === 'inform_and_confirm';
  return {
    ...state,
    answers,
    told: state.told.includes(node) ? state.told : [...state.told, node],
    pending: confirms
      ? { kind: 'answer', node }
      : programOf(graph).states.get(node)?.aside
        ? state.open
        : null,
    times: { ...state.times, [node]: (state.times[node] ?? 0) + 1 },
    at: node,
  };
}

/** Sets a slot. If the value changes, everything that uses it is open again. */
export function setSlot(graph: FlowGraph, state: FlowState, name: string, value: string | null): FlowState {
  const { [name]: before, ...others } = state.slots;
  // The latest slot is the last key.
  const slots = { ...others, [name]: value };
  // In transcripts, some values are only marked as given. Such a mark corrects nothing.
  if (before === GIVEN || before === value || !graph.slots.has(name)) return { ...state, slots };
  return { ...clearNodes(state, programOf(graph).usersOf(name)), slots };
}

/** Clears all results, mentioned values and answers after a node, also in loops, since they may be repeated. */
export const clearAfter = (graph: FlowGraph, state: FlowState, node: string): FlowState =>
  clearNodes(state, graph.reach(node));

function clearNodes(state: FlowState, gone: ReadonlySet<string>): FlowState {
  const kept = <Value>(values: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(values).filter(([id]) => !gone.has(id)));
  return {
    ...state,
    results: kept(state.results),
    answers: kept(state.answers),
    told: state.told.filter((id) => !gone.has(id)),
  };
}

/** Goes back to a node: everything after it is open again, and its slots are asked for again. */
function goBack(graph: FlowGraph, state: FlowState, node: string): FlowState {
  const target = graph.nodes.get(node)!;
  const cleared = clearNodes(state, programOf(graph).ahead(node));
  if (target.type !== 'request') return cleared;
  const slots = Object.entries(cleared.slots).filter(([name]) => !(name in target.slots));
  return { ...cleared, slots: Object.fromEntries(slots) };
}

/**
 * Interprets a flow's program: follows the met exits to the first state with an act, and returns the act.
 * @param wentBack true if the turn has already gone back to a node, which happens only once
 */
export function nextAction(graph: FlowGraph, state: FlowState, said: string, wentBack = false): Walk {
  const { states } = programOf(graph);
  const path: { node: string; why: string }[] = [];
  let here = graph.start;
  let now = state;
  let back = wentBack;
  let repeats: string | null = null;
  while (here !== null) {
    const { node, acts, exits, repeats: asksAgain } = states.get(here)!;
    const at: FlowState = now;
    const isTrue = (guard: Guard): boolean => holds(graph, guard, at, said);
    now = { ...now, at: here };
    const due = acts.find(({ when }) => isTrue(when));
    if (due) {
      path.push({ node: here, why: due.act.kind });
      return { action: { ...due.act, node: here }, repeats, state: now, path, wentBack: back };
    }
    const exit = exits.find(({ when }) => isTrue(when));
    const failed = node.type === 'external_action' && isFailure(now.results[here]);
    path.push({
      node: here,
      why: exit ? (exit.edge.condition ?? 'done') : failed ? 'failed' : 'nothing follows',
    });
    if (exit === undefined) {
      repeats = isTrue(asksAgain) ? here : null;
      break;
    }
    if (exit.back && back) break;
    if (exit.back) {
      now = goBack(graph, now, exit.edge.target);
      back = true;
    }
    here = exit.back ? graph.start : exit.edge.target;
  }
  return { action: null, repeats, state: now, path, wentBack: back };
}

export function chooseEdge(
  graph: FlowGraph,
  node: FlowNode,
  state: FlowState,
  said: string,
): FlowEdge | null {
  const exits = programOf(graph).states.get(node.id)?.exits ?? [];
  return exits.find(({ when }) => holds(graph, when, state, said))?.edge ?? null;
}

const holds = (graph: FlowGraph, guard: Guard, state: FlowState, said: string): boolean =>
  guard.some((facts) => facts.every((fact) => isFact(graph, fact, state, said)));

function isFact(graph: FlowGraph, fact: Fact, state: FlowState, said: string): boolean {
  const is = (truth: boolean): boolean => truth !== ('not' in fact && fact.not === true);
  switch (fact.is) {
    case 'open':
      return state.slots[fact.slot] === undefined;
    case 'value':
      return is((state.slots[fact.slot] ?? null) === fact.value);
    case 'missing':
      return is(state.slots[fact.slot] === null);
    case 'uncalled':
      return !(fact.node in state.results);
    case 'told':
      return is(state.told.includes(fact.node));
    case 'answered':
      return is(state.answers[fact.node] === fact.answer);
    case 'failed':
      return is(isFailure(state.results[fact.node]));
    case 'empty':
      return is(state.results[fact.node] === null);
    case 'read':
      if (fact.rule === true) return isRuleMet(fact.words, state);
      return isRead(graph, fact.words, graph.nodes.get(fact.node)!, state, said);
  }
}

/** A rule on what the user speaks of or asks for is decided by all words so far. Any other rule counts as true. */
function isRuleMet(rule: string, { heard }: FlowState): boolean {
  const kind = conditionKind(rule.trim().replace(/^(?:ask )?(?:only )?(?:if|when) /i, ''));
  if (kind.about !== 'asked' && kind.about !== 'spoken') return true;
  const stems = new Set(heard.map(stemOf));
  return kind.words.some((word) => stems.has(stemOf(word)));
}

/** Decides a condition in words by the words alone. In a compiled flow, a model decides it. */
function isRead(
  graph: FlowGraph,
  condition: string,
  node: FlowNode,
  state: FlowState,
  said: string,
): boolean {
  const kind = conditionKind(condition);
  const result = state.results[node.id];
  switch (kind.about) {
    case 'solution': {
      const right = solutionIn(latestResult(graph, state), said);
      return kind.holds === null ? right === null : right === kind.holds;
    }
    case 'last': {
      const lists = Object.values(latestResult(graph, state) ?? {}).filter(Array.isArray);
      const longest = Math.max(0, ...lists.map(({ length }) => length));
      return longest > 1 && (state.times[node.id] ?? 0) >= longest - 1;
    }
    case 'spoken': {
      const stems = new Set(tellingWords(said).map(stemOf));
      return kind.words.some((word) => stems.has(stemOf(word)));
    }
    case 'asked':
    case 'words': {
      const all = kind.about === 'asked' ? state.heard : tellingWords(said);
      const heard = new Set([...all, ...(result ? tellingWords(outcomeOf(result)) : [])]);
      const shared = kind.words.filter((word) => heard.has(word)).length;
      return shared > 0 && 2 * shared >= kind.words.length;
    }
    default:
      return false;
  }
}

function latestResult(graph: FlowGraph, state: FlowState): FlowResult {
  const ids = [...graph.nodes.keys()].filter((id) => state.results[id] != null);
  return state.results[ids.at(-1) ?? ''] ?? null;
}

function solutionIn(result: FlowResult, said: string): boolean | null {
  if (hasNoValue(said)) return null;
  const answer = Object.entries(result ?? {}).find(([key]) => /answer|solution/i.test(key))?.[1];
  if (answer === undefined) return null;
  const words = tellingWords(String(answer)).map(digitsOf);
  const heard = new Set(tellingWords(said).map((word) => stemOf(digitsOf(word))));
  return words.length > 0 && words.every((word) => heard.has(stemOf(word)));
}

/** Returns "3" for "three", and other words unchanged. */
const digitsOf = (word: string): string => {
  const at = NUMBER_WORDS.indexOf(word);
  return at < 0 ? word : String(at + 1);
};

const stemOf = (word: string): string => word.slice(0, 5);
