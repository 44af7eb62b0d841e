import type { WorksheetField } from '../../../domain/worksheet.ts';
import { isRecord, sourceOf } from '../language/values.ts';
import type { CompiledSet } from '../runtime/compile.ts';
import type { Knowledge } from '../runtime/knowledge.ts';
import type { Candidate, ExtractionSettings } from './candidates.ts';
import { FILLER, LEAD, NAME_SAID, OWN_LEAD, QUESTION, REFUSAL, SEARCH } from './phrases.ts';
import { readNumber } from './read-values.ts';
import { enumValues, filtersSaid, queryOf, SPAN_KINDS, tellingAround } from './said-query.ts';
import { phraseIn, type Span, spansOf, tellingWords, wordsIn } from './spans.ts';

/** Extracts values by their types; returns the rest of the sentence. */
export function takeValues(
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

/** Returns the rest of the sentence without the values found in it. */
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
      // Only one value shares a distinctive word with the message.
      const words = new Set(wordsIn(left));
      const shares = values.filter((value) => tellingWords(value).some((word) => words.has(word)));
      if (shares.length === 1) out.set(path, sourceOf(shares[0]!));
    }
  }
  return left;
}

/** Extracts records of tables named in the sentence; returns the rest. */
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

/** Extracts queries such as "a romantic restaurant in Basel", whose answer fills the field. */
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

/**
 * Assigns dates, times and numbers to the field with adjacent words, otherwise the requested one, otherwise
 * the first empty one.
 */
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
    // A plain number when something else was asked, or an unrequested "one", is no value.
    const isBare = span.kind === 'number' && best.score === 0 && !asked;
    if (isBare && (candidates[0]?.isAsked || /^(?:a|one)\b/i.test(text.slice(span.start, span.end))))
      continue;
    if (chosen) out.set(chosen.path, sourceOf(span.value));
  }
}

/** Texts that come with the name of their field, and names of people. */
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

/** Without a question, a person's name is not the name of a course or school. */
const isNameOf = (field: string, isAsked: boolean): boolean =>
  isAsked
    ? /(?:^|_)name$/.test(field)
    : /^(?:(?:full|first|last|your|own|customer|student|user|guest|person)_)?name$/.test(field);

/** Extracts unrequested truths if all words of a field are said: "no special request after all". */
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
 * Sets fields that the user does not know to "NA", as in the paper, if a condition tests for it: the field that was
 * asked for, if the text has no digit although a code was expected, and those that are named.
 */
export function takeUnknown(
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

/** Returns the whole sentence as the requested value; null if it cannot be one. */
export function wholeOf(text: string, { type, name, description }: WorksheetField): string | null {
  const said = text.replace(FILLER, '');
  const own = OWN_LEAD.exec(said);
  const isOwn =
    own && tellingWords(own[1] ?? '').some((word) => tellingWords(`${name} ${description}`).includes(word));
  const short = said.replace(isOwn ? OWN_LEAD : LEAD, '');
  // A long text is stored unchanged.
  const rest = (short.split(/\s+/).length > 4 ? said : short).replace(/[.!]+$/, '').trim();
  if (type.kind === 'str') {
    if (rest === '') return null;
    // A number or a code is the part with digits, without the words around it.
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
