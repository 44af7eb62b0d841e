import type { WorksheetField } from '../../../domain/worksheet.ts';
import { isInstance, isRecord, sourceOf, type Value } from '../language/values.ts';
import type { CompiledSet, CompiledSheet } from '../runtime/compile.ts';
import { Draft, type DraftInstance } from '../runtime/draft.ts';
import type { Knowledge } from '../runtime/knowledge.ts';
import { runTurn } from '../runtime/run-turn.ts';
import type { DialogueState } from '../runtime/state.ts';
import { ReadingWorld } from '../runtime/world.ts';
import { readNumber, readYesNo } from './read-values.ts';
import { enumValues, filtersSaid, queryOf, SPAN_KINDS, tellingAround } from './said-query.ts';
import { phraseIn, type Span, spansOf, tellingWords, wordsIn } from './spans.ts';

/**
 * What a user said as statements, without a model: values by the types of fields that may be spoken of (what was asked
 * for first), questions, and what is agreed to or refused.
 */

export interface ExtractionSettings {
  readonly today: string;
  readonly knowledge: Knowledge;
}

/** A field that may be spoken of, with the path that sets it. */
interface Candidate {
  readonly path: string;
  readonly field: WorksheetField;
  readonly isAsked: boolean;
  readonly value: Value;
  /** The table that has its values; null where it has none. */
  readonly table: CompiledSheet | null;
}

const REFUSAL =
  /\b(?:(?:do not|don'?t|dont|can'?t|cannot|can not|couldn'?t|no longer) (?:really |actually |even |currently )?(?:know|remember|recall|have|want to (?:say|tell|give)|think of)|forgot(?:ten)?|forget|no idea|not sure|unsure|rather not|lost it|no clue|never mind)\b/i;
const QUESTION =
  /\?\s*$|^(?:what|which|who|where|when|why|how|is there|are there|do you|does|can you tell|could you tell|tell me (?:about|more))\b/i;
/** Who asks and speaks of themselves wants something. */
const OF_ONESELF = /\b(?:i|i'd|i'm|my|we|please|book)\b/i;
const SEARCH =
  /\b(?:find|search|looking for|look for|recommend|suggest|show me|list|any good|is there an?|are there|which|what)\b/i;
const FILLER =
  /^(?:(?:um+|uh|well|ok(?:ay)?|sure|yes|yeah|so|oh|hi|hello|hey|alright|right|actually|sorry)[,.!]*\s+)+(?=\S)/i;
const LEAD =
  /^(?:it(?:'s| is| was) (?:called |named )?|that(?:'s| is| would be)\s+|i(?:'d| would) (?:like|prefer|love)(?: to have)? |i(?:'ll| will) (?:take|have) |i(?:'m| am) |i (?:want|need|think|chose|choose|pick|said)(?: it(?:'s| is| was))? |this is |let(?:'s| us) (?:go with|do|say|take) |make (?:it|that) |please (?:use|take|write|put)?\s*)/i;
const OWN_LEAD = /^(?:my|the|our|his|her) ([\w' ]{1,40}?) (?:is|was|are|would be)\s+(?=\S)/i;
const NAME_SAID =
  /\b(?:[Mm]y (?:full |last |first )?name(?:'s| is)|[Ii] am|[Ii]'m|[Tt]his is|[Nn]ame:|[Uu]nder(?: the name)?(?: of)?|[Ii]t's|[Ii]t is|[Cc]all me|[Ff]or)\s+((?:\p{Lu}[\p{L}'’-]+\.?)(?:\s+(?:\p{Lu}[\p{L}'’.-]*|de|van|von|der|la))*)/u;

/** @returns statements of the language; empty where nothing was understood */
export function extractStatements(
  set: CompiledSet,
  state: DialogueState,
  said: string,
  settings: ExtractionSettings,
): string {
  const text = said.trim().replaceAll('’', "'");
  if (text === '') return '';
  const draft = draftOf(set, state, settings);
  const begins = beginsAnew(draft, text);
  const candidates = candidatesOf(draft, state, begins);
  const statements = new Map<string, string>();
  const asksBack = QUESTION.test(text);
  const question = questionOf(text, set, asksBack, settings);
  const asked = candidates.find(({ isAsked }) => isAsked);
  // A question about something gives no value of it.
  if (!asksBack || OF_ONESELF.test(text)) {
    const begun = begins && draft.instances.size > 0 ? [`${begins.sheet.name}()`] : [];
    let left = takeValues(text, candidates, statements, settings);
    takeUnknown(text, candidates, set, statements, asksBack);
    const isShown = state.asked?.act === 'CONFIRM' && readYesNo(text) !== null;
    if (asked && !isShown && !question && !asksBack && !REFUSAL.test(text) && statements.size === 0) {
      const words = wholeOf(text, asked.field);
      if (words !== null) statements.set(asked.path, words);
      left = '';
    }
    // A value may let other fields count, of which the rest of the sentence speaks.
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
    // After what was done or left, values are of another instance.
    if (statements.size > 0 && begun.length > 0) statements.set(begun[0]!, '');
  }
  const out = linesOf(statements);
  out.push(...agreementOf(text, state, asked, statements.size > 0));
  if (question) out.push(question);
  const begun = out.length === 0 ? begunBy(text, draft) : null;
  return [...out, ...(begun ? [begun] : [])].join('\n');
}

/** Values that let others count, which let others count, and so on. */
const MOST_PASSES = 4;

/** Assignments, constructors first. */
const linesOf = (statements: ReadonlyMap<string, string>): string[] =>
  [...statements]
    .sort(([, left], [, right]) => Number(left !== '') - Number(right !== ''))
    .map(([path, value]) => (value === '' ? path : `${path} = ${value}`));

const draftOf = (set: CompiledSet, state: DialogueState, { today, knowledge }: ExtractionSettings): Draft =>
  new Draft(
    set,
    state,
    { today, find: (worksheet, words) => knowledge.find(worksheet, words) },
    (own, self) => new ReadingWorld(own, self),
  );

/** Values by their types; what is left of the sentence without them. */
function takeValues(
  text: string,
  candidates: readonly Candidate[],
  out: Map<string, string>,
  { today, knowledge }: ExtractionSettings,
): string {
  let left = takeQueries(text, takeEnums(text, candidates, out), candidates, out, { today, knowledge });
  const before = out.size;
  const spans = spansOf(left, today);
  takeSpans(left, spans, candidates, out);
  if (out.size > before) for (const span of spans) left = without(left, span);
  takeSaid(left, candidates, out);
  takeTruths(left, candidates, out);
  return left;
}

/** Fields that count now, of what is begun and, through empty parts, of what can be begun; what was asked for first. */
function candidatesOf(
  draft: Draft,
  { asked, queries }: DialogueState,
  begins: CompiledSheet | null,
  known: ReadonlyMap<string, unknown> = draft.instances,
): readonly Candidate[] {
  const out: Candidate[] = [];
  const isAsked = (instance: string, field: string): boolean =>
    asked?.act !== 'PROPOSE' && asked?.instance === instance && asked.field === field;
  const visit = (sheet: CompiledSheet, path: string, instance: DraftInstance | null, depth: number): void => {
    for (const one of sheet.fields.values()) {
      const { field } = one;
      if (field.kind !== 'input' || (instance && !draft.isActive(instance, one))) continue;
      if (!instance && one.predicate) continue;
      const value = instance?.values.get(field.name) ?? null;
      const part = field.type.kind === 'sheet' ? draft.set.sheets.get(field.type.name) : undefined;
      const own = `${path}.${field.name}`;
      const isWhole =
        part &&
        part.sheet.type !== 'db' &&
        [...part.fields.values()].some((inner) => inner.field.kind === 'input');
      if (part && isWhole) {
        const inner = value !== null && isInstance(value) ? (draft.instances.get(value.name) ?? null) : null;
        if (depth < 4 && !inner?.left) visit(part, own, inner, depth + 1);
      } else
        out.push({
          path: own,
          field,
          isAsked: instance !== null && isAsked(instance.name, field.name),
          value,
          table: part?.sheet.type === 'db' ? part : null,
        });
    }
  };
  for (const name of draft.order.toReversed()) {
    const instance = draft.instances.get(name);
    if (instance && !instance.left && !begins)
      visit(instance.sheet, known.has(name) ? name : pathOfSheet(instance.sheet), instance, 0);
  }
  if (begins) visit(begins, pathOfSheet(begins), null, 0);
  for (const query of queries) {
    const sheet = query.worksheet === null ? undefined : draft.set.sheets.get(query.worksheet);
    if (!sheet || query.result) continue;
    for (const { field } of sheet.fields.values())
      if (field.kind === 'input')
        out.push({
          path: `${query.name}.${field.name}`,
          field,
          isAsked: isAsked(query.name, field.name),
          value: query.filters[field.name] ?? null,
          table: null,
        });
  }
  return out.sort((left, right) => Number(right.isAsked) - Number(left.isAsked));
}

/** What is said that changes what was done, after it was. */
const CHANGE = /\b(?:actually|change|make (?:it|that)|instead|rather|after all|correct that|wrong)\b/i;

/** The worksheet that a dialogue goes on with where none is open: the first; null where one is. */
function beginsAnew(draft: Draft, text: string): CompiledSheet | null {
  const roots = draft.order.flatMap((name) => draft.instances.get(name) ?? []).filter(({ left }) => !left);
  if (roots.some(({ performed }) => !performed) || (roots.length > 0 && CHANGE.test(text))) return null;
  const sheets = [...draft.set.sheets.values()];
  const last = roots.at(-1)?.sheet;
  return (
    sheets.find(({ sheet }) => sheet.name.toLowerCase() === 'main') ??
    last ??
    sheets.find(({ sheet, predicate, isPart }) => sheet.type === 'worksheet' && !predicate && !isPart) ??
    null
  );
}

const pathOfSheet = ({ sheet: { name } }: CompiledSheet): string =>
  name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();

/** What is left of the sentence without the values that were found in it. */
function takeEnums(text: string, candidates: readonly Candidate[], out: Map<string, string>): string {
  let left = text;
  const isFree = !candidates.some(({ isAsked }) => isAsked);
  for (const [at, { path, field, isAsked }] of candidates.entries()) {
    const values = enumValues(field.type);
    if (!values) continue;
    const found = phraseIn(left, values);
    if (found) {
      left = without(left, found);
      out.set(path, sourceOf(found.phrase));
    } else if (isAsked || (isFree && at === 0)) {
      // One value alone shares a telling word with what was said.
      const words = new Set(wordsIn(left));
      const shares = values.filter((value) => tellingWords(value).some((word) => words.has(word)));
      if (shares.length === 1) out.set(path, sourceOf(shares[0]!));
    }
  }
  return left;
}

/** Records of tables that are named in the sentence; what is left of it without them. */
function takeRecords(
  text: string,
  candidates: readonly Candidate[],
  out: Map<string, string>,
  knowledge: Knowledge,
): string {
  let left = text;
  for (const { path, field } of candidates) {
    if (field.type.kind !== 'sheet') continue;
    const record = knowledge.find(field.type.name, left);
    const name =
      record && isRecord(record) ? (record.entries.name ?? Object.values(record.entries)[0]) : null;
    if (typeof name !== 'string') continue;
    out.set(path, sourceOf(name));
    const found = phraseIn(left, [name]);
    if (found) left = without(left, found);
  }
  return left;
}

/**
 * A record that is named by what it is like, "a romantic restaurant in Basel", is asked of its table, whose answer fills
 * the field. Who searches wants to hear first.
 */
function takeQueries(
  said: string,
  text: string,
  candidates: readonly Candidate[],
  out: Map<string, string>,
  { today, knowledge }: ExtractionSettings,
): string {
  let left = takeRecords(text, candidates, out, knowledge);
  const free = candidates.find(({ path, table, value }) => table && value === null && !out.has(path));
  if (!free?.table || SEARCH.test(said)) return left;
  const filters = filtersSaid(left, free.table, today);
  if (filters.length === 0) return left;
  out.set(free.path, queryOf(free.table.sheet.name, filters, left));
  for (const filter of filters) left = without(left, filter);
  return left;
}

const without = (text: string, { start, end }: { readonly start: number; readonly end: number }): string =>
  text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);

/** Dates, times and numbers go to the fields whose words stand beside them, else to what was asked for, else to the first empty one. */
function takeSpans(
  text: string,
  spans: readonly Span[],
  candidates: readonly Candidate[],
  out: Map<string, string>,
): void {
  for (const span of spans) {
    const fit = candidates.filter(({ path, field }) => SPAN_KINDS[span.kind](field) && !out.has(path));
    if (fit.length === 0) continue;
    const beside = tellingAround(text, span);
    const scored = fit.map((one) => {
      const own = new Set(tellingWords(`${one.field.name} ${one.field.description}`));
      return { one, score: beside.filter((word) => own.has(word)).length };
    });
    const best = scored.reduce((left, right) => (right.score > left.score ? right : left));
    const asked = fit.find(({ isAsked }) => isAsked);
    const empty = fit.filter(({ value }) => value === null);
    const alone = fit.length === 1 ? fit[0] : empty.length === 1 ? empty[0] : undefined;
    const isLoose = span.kind !== 'number';
    const chosen =
      best.score > 0 ? best.one : (asked ?? alone ?? (isLoose ? (empty[0] ?? fit[0]) : undefined));
    // A bare number that was asked for something else, or "one" that nobody asked for, is no value.
    const isBare = span.kind === 'number' && best.score === 0 && !asked;
    if (isBare && (candidates[0]?.isAsked || /^(?:a|one)\b/i.test(text.slice(span.start, span.end))))
      continue;
    if (chosen) out.set(chosen.path, sourceOf(span.value));
  }
}

/** Texts that are said with the name of their field, and names of people. */
function takeSaid(text: string, candidates: readonly Candidate[], out: Map<string, string>): void {
  for (const { path, field, isAsked } of candidates) {
    if (field.type.kind !== 'str' || out.has(path)) continue;
    const words = field.name.replaceAll('_', ' ');
    const named = new RegExp(
      `\\b(?:${words}|(?:my|the|our) ${words.replace(/^\w+ /, '')})(?:'s| is| was|:|=)\\s+([^,;.!?\\n]+)`,
      'i',
    ).exec(text);
    if (named?.[1]) {
      const value = named[1].replace(/\s+(?:and|but|so)\s+.*$/i, '').trim();
      if (value !== '' && !REFUSAL.test(value)) out.set(path, sourceOf(value));
    } else if (
      isNameOf(field.name, isAsked) &&
      (isAsked || /\bname|\bi'?m\b|\bi am\b|\bthis is\b/i.test(text))
    ) {
      const name = NAME_SAID.exec(text)?.[1];
      if (name && !REFUSAL.test(text)) out.set(path, sourceOf(name.replace(/[.\s]+$/, '')));
    }
  }
}

/** Unasked, who one is says nothing of what courses or schools are called. */
const isNameOf = (field: string, isAsked: boolean): boolean =>
  isAsked
    ? /(?:^|_)name$/.test(field)
    : /^(?:(?:full|first|last|your|own|customer|student|user|guest|person)_)?name$/.test(field);

/** Truths that nobody asked for now, where all words of the field are said: "no special request after all". */
function takeTruths(text: string, candidates: readonly Candidate[], out: Map<string, string>): void {
  const said = new Set(wordsIn(text));
  for (const { path, field, isAsked } of candidates) {
    const words = tellingWords(field.name);
    if (field.type.kind !== 'bool' || isAsked || words.length === 0 || QUESTION.test(text)) continue;
    if (words.every((word) => said.has(word)))
      out.set(path, /\b(?:no|not|without|never|don'?t|cancel)\b/i.test(text) ? 'False' : 'True');
  }
}

/**
 * What a user does not know is "NA", as the paper has it, for fields of which a condition asks whether they are: the one
 * that was asked for, where what was said has no digit though a code was wanted, and those that are named.
 */
function takeUnknown(
  text: string,
  candidates: readonly Candidate[],
  set: CompiledSet,
  out: Map<string, string>,
  asksBack: boolean,
): void {
  const isRefusal = REFUSAL.test(text);
  for (const { path, field, isAsked } of candidates) {
    if (out.has(path) || field.type.kind !== 'str' || !set.mayBeUnknown.has(field.name)) continue;
    const isNamed = isRefusal && tellingWords(field.name).some((word) => wordsIn(text).includes(word));
    const isNoCode = isAsked && isCode(field.name) && !/\d/.test(text) && !asksBack;
    if ((isAsked && isRefusal && !/\d{3}/.test(text)) || isNamed || isNoCode) out.set(path, '"NA"');
  }
}

const isCode = (name: string): boolean => /(?:^|_)(?:id|number|pin|code|phone|zip)$/.test(name);

/** The whole sentence as the value of what was asked for; null where it cannot be one. */
function wholeOf(text: string, { type, name, description }: WorksheetField): string | null {
  const said = text.replace(FILLER, '');
  const own = OWN_LEAD.exec(said);
  const isOwn =
    own && tellingWords(own[1] ?? '').some((word) => tellingWords(`${name} ${description}`).includes(word));
  const short = said.replace(isOwn ? OWN_LEAD : LEAD, '');
  // What is told at length is kept as it was told.
  const rest = (short.split(/\s+/).length > 4 ? said : short).replace(/[.!]+$/, '').trim();
  if (type.kind === 'str') {
    if (rest === '') return null;
    // A number or a code is what has digits in it, not the words around it.
    const code = isCode(name) ? /[\w-]*\d[\w-]*(?:[ -]\d[\w-]*)*/.exec(rest)?.[0] : undefined;
    return isCode(name) && code === undefined ? null : sourceOf(code ?? rest);
  }
  if (type.kind === 'int' || type.kind === 'float') {
    const number = readNumber(rest);
    return number === null ? null : sourceOf(number);
  }
  if (type.kind === 'list' && type.of.kind === 'str')
    return sourceOf(
      rest
        .split(/,|\band\b/)
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    );
  return type.kind === 'sheet' ? sourceOf(rest) : null;
}

/** What is agreed to or refused. */
function agreementOf(
  text: string,
  { asked }: DialogueState,
  field: Candidate | undefined,
  hasValues: boolean,
): readonly string[] {
  const yes = readYesNo(text);
  if (!asked || yes === null) return [];
  if (asked.act === 'PROPOSE') return yes ? ['accept()'] : [];
  if (asked.act === 'CONFIRM') {
    if (yes) return ['confirm()'];
    return hasValues ? [] : [`${asked.instance}.${asked.field} = None`];
  }
  const kind = field?.field.type.kind;
  if (kind === 'bool') return [`${field?.path} = ${yes ? 'True' : 'False'}`];
  // "No, make it five" changes something; it refuses nothing.
  return kind === 'confirm' && (yes || !hasValues) ? [`${field?.path} = ${yes ? 'True' : 'False'}`] : [];
}

/** A question: of a table, by the values it names, or in words. */
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
  if (best) return best.statement;
  return asksBack && !/^(?:can|could|may|would) (?:i|you)\b/i.test(text) ? `answer(${sourceOf(text)})` : null;
}

/** The worksheet whose name is said, where nothing else was understood. */
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
