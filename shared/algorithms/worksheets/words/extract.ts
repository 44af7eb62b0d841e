import { onlySaysGoodbye, UNSURE } from '../../flows/following/slot-values.ts';
import { sourceOf } from '../language/values.ts';
import type { CompiledSet, CompiledSheet } from '../runtime/compile.ts';
import type { Draft } from '../runtime/draft.ts';
import { runTurn } from '../runtime/run-turn.ts';
import type { DialogueState } from '../runtime/state.ts';
import {
  beginsAnew,
  type Candidate,
  candidatesOf,
  draftOf,
  type ExtractionSettings,
  pathOfSheet,
} from './candidates.ts';
import { readNumber, readYesNo } from './read-values.ts';
import { enumValues, filtersSaid, queryOf } from './said-query.ts';
import { tellingWords, wordsIn } from './spans.ts';
import {
  AGAIN,
  CANCEL,
  CHOICES,
  CORRECTION,
  NO_NUMBER,
  OF_ONESELF,
  QUESTION,
  REFUSAL,
  SEARCH,
  SKIP,
  SMALL_TALK,
  takeUnknown,
  takeValues,
  WANTS_PERSON,
  wholeOf,
} from './take-values.ts';

const OF_OWN = /\b(?:my|our|mine|ours)\b/i;

/** @returns the statements; empty if nothing was understood */
export function extractStatements(
  set: CompiledSet,
  state: DialogueState,
  said: string,
  settings: ExtractionSettings,
): string {
  const text = said.trim().replaceAll('’', "'");
  if (text === '') return '';
  if (onlySaysGoodbye(text)) return 'leave()';
  const draft = draftOf(set, state, settings);
  const begins = beginsAnew(draft, text);
  const candidates = candidatesOf(draft, state, begins);
  const statements = new Map<string, string>();
  const asksBack = QUESTION.test(text);
  const asked = candidates.find(({ isAsked }) => isAsked);
  const givenUp = givesUp(text, state, draft, asked);
  if (givenUp !== null) return givenUp;
  if (asked && CHOICES.test(text)) {
    // Choices are listed when the question is repeated; records are searched.
    if (enumValues(asked.field.type)) return '';
    if (asked.table) return queryOf(asked.table.sheet.name, [], '');
  }
  const question = questionOf(text, set, asksBack, settings);
  // A customer who asks about a field does not give its value.
  if (!asksBack || OF_ONESELF.test(text)) {
    const begun = begins && draft.instances.size > 0 ? [`${begins.sheet.name}()`] : [];
    let left = takeValues(text, candidates, statements, settings);
    takeUnknown(text, candidates, set, statements, asksBack);
    if (statements.size === 0) replaceNumber(text, candidates, statements);
    const isNoAnswer = REFUSAL.test(text) || WANTS_PERSON.test(text);
    const isShown = state.asked?.act === 'CONFIRM' && readYesNo(text) !== null;
    if (asked && !isShown && !question && !asksBack && !isNoAnswer && statements.size === 0) {
      const words = wholeOf(text, asked.field, settings.today);
      if (words !== null) statements.set(asked.path, words);
      left = '';
    }
    // A value may activate other fields, which the rest of the sentence fills.
    for (let pass = 0; pass < MOST_PASSES && left.trim() !== '' && statements.size > 0; pass++) {
      const given = [...begun, ...linesOf(statements)].join('\n');
      const next = runTurn(set, state, given, settings).state;
      const before = new Set(candidates.map(({ field }) => field));
      const added = candidatesOf(
        draftOf(set, next, settings),
        { ...next, asked: null },
        null,
        draft.instances,
      ).filter(({ field, value }) => value === null && !before.has(field));
      const more = new Map<string, string>();
      left = takeValues(left, added, more, settings);
      if (more.size === 0) break;
      for (const [path, value] of more) statements.set(path, value);
    }
    // Once the worksheet is done or left, further values belong to another instance.
    if (statements.size > 0 && begun.length > 0) statements.set(begun[0]!, '');
  }
  const out = linesOf(statements);
  out.push(...agreementOf(text, state, asked, statements.size > 0));
  if (question) out.push(question);
  const begun = out.length === 0 ? begunBy(text, draft) : null;
  if (begun) return begun;
  // Reports text that could not be understood instead of storing it.
  const isLost = out.length === 0 && !REFUSAL.test(text) && !SMALL_TALK.test(text);
  const isNeeded = asked?.field.required === true && state.asked?.act === 'ASK';
  if (out.length === 0 && REFUSAL.test(text) && isNeeded) return 'unclear("needed")';
  if (out.length === 0 && WANTS_PERSON.test(text)) return 'unclear("person")';
  const isOver = state.order.length > 0 && !SKIP.test(text) && readYesNo(text) === null;
  return isLost && (state.asked || isOver) ? 'unclear()' : out.join('\n');
}

function givesUp(
  text: string,
  { asked }: DialogueState,
  draft: Draft,
  field: Candidate | undefined,
): string | null {
  const kind = field?.field.type.kind;
  const isNo = (kind === 'bool' || kind === 'confirm') && readYesNo(text) === false && !UNSURE.test(text);
  if (field && asked?.act === 'ASK' && !isNo && (SKIP.test(text) || REFUSAL.test(text)))
    if (isOptional(draft, asked.instance, field)) return `${field.path} = None`;
  if (AGAIN.test(text) && [...draft.instances.values()].some(({ failed, left }) => failed && !left))
    return 'retry()';
  if (!CANCEL.test(text) || draft.order.length === 0) return null;
  return kind === 'confirm' && field?.field.actions ? `${field.path} = False` : 'cancel()';
}

/** "No 5" replaces the only number that was given. */
function replaceNumber(text: string, candidates: readonly Candidate[], out: Map<string, string>): void {
  const number = readNumber(NO_NUMBER.exec(text)?.[1] ?? '');
  const given = candidates.filter(({ field: { type }, value }) => type.kind === 'int' && value !== null);
  if (number !== null && given.length === 1) out.set(given[0]!.path, sourceOf(number));
}

function isOptional(draft: Draft, instance: string, { field }: Candidate): boolean {
  if (!field.required) return true;
  const held = draft.instances.get(instance);
  const holder = held?.within && draft.instances.get(held.within.instance);
  if (!held?.within || !holder || held.values.size > 0) return false;
  return !draft.fieldOf(holder, held.within.field).field.required;
}

/** The first pass finds values that activate fields, the next one the values of these fields, and so on. */
const MOST_PASSES = 4;

const linesOf = (statements: ReadonlyMap<string, string>): string[] =>
  [...statements]
    .sort(([, left], [, right]) => Number(left !== '') - Number(right !== ''))
    .map(([path, value]) => (value === '' ? path : `${path} = ${value}`));

function agreementOf(
  text: string,
  { asked }: DialogueState,
  field: Candidate | undefined,
  hasValues: boolean,
): readonly string[] {
  const yes = readYesNo(text);
  if (!asked || yes === null || UNSURE.test(text)) return [];
  if (asked.act === 'PROPOSE') return yes ? ['accept()'] : [];
  if (asked.act === 'CONFIRM') {
    if (yes) return ['confirm()'];
    return hasValues ? [] : [`${asked.instance}.${asked.field} = None`];
  }
  const kind = field?.field.type.kind;
  // "No wait, to Bern" and "no 5" correct an earlier value.
  if (!yes && (NO_NUMBER.test(text) || (kind === 'bool' && CORRECTION.test(text)))) return [];
  if (kind === 'bool') return [`${field?.path} = ${yes ? 'True' : 'False'}`];
  // "No, make it five" is a change, not a refusal.
  return kind === 'confirm' && (yes || !hasValues) ? [`${field?.path} = ${yes ? 'True' : 'False'}`] : [];
}

function questionOf(
  text: string,
  set: CompiledSet,
  asksBack: boolean,
  { today }: ExtractionSettings,
): string | null {
  let best: { readonly statement: string; readonly filters: number } | null = null;
  for (const compiled of set.sheets.values()) {
    const { sheet } = compiled;
    if (sheet.type !== 'db' || !(asksBack || SEARCH.test(text))) continue;
    const isNamed = wordsIn(text).some((word) => tellingWords(pathOfSheet(compiled)).includes(word));
    const filters = filtersSaid(text, compiled, today);
    if ((isNamed || filters.length > 0) && (!best || filters.length > best.filters))
      best = {
        statement: queryOf(sheet.name, filters, text),
        filters: filters.length,
      };
  }
  // "Where is my parcel?" asks for no list of everybody's parcels.
  if (best?.filters === 0 && OF_OWN.test(text)) return null;
  if (best) return best.statement;
  return asksBack && tellingWords(text).length > 0 && !/^(?:can|could|may|would) (?:i|you)\b/i.test(text)
    ? `answer(${sourceOf(text)})`
    : null;
}

function begunBy(text: string, draft: Draft): string | null {
  const said = new Set(wordsIn(text));
  for (const { sheet, predicate, isPart } of draft.set.sheets.values()) {
    if (sheet.type !== 'worksheet' || predicate || isPart) continue;
    const isOpen = [...draft.instances.values()].some(
      (one) => one.sheet.sheet.name === sheet.name && !one.left && !one.performed,
    );
    const words = tellingWords(pathOfSheet({ sheet } as CompiledSheet));
    if (!isOpen && words.length > 0 && words.every((word) => said.has(word))) return `${sheet.name}()`;
  }
  return null;
}
