import type { WorksheetField } from '../../../domain/worksheet.ts';
import { correctedIn } from '../../flows/following/slot-values.ts';
import { codesIn, fitOf, fitValue } from '../../flows/program/fit-value.ts';
import { isRecord, nameOf, type RecordValue, sourceOf, type Value, wordsOf } from '../language/values.ts';
import type { CompiledSet } from '../runtime/compile.ts';
import type { Knowledge } from '../runtime/state.ts';
import type { Candidate, ExtractionSettings } from './candidates.ts';
import { NUMBER_WORD, readDate, readNumber, readYesNo } from './read-values.ts';
import {
  enumValues,
  filtersSaid,
  fitsUnit,
  placeAnswered,
  placeRoleOf,
  placesIn,
  queryOf,
  SPAN_KINDS,
  tellingAround,
  unitOf,
} from './said-query.ts';
import { phraseIn, type Span, spansOf, tellingWords, wordsIn } from './spans.ts';
import { MOST_ROWS } from './word-answer.ts';

export const REFUSAL =
  /\b(?:(?:do not|don'?t|dont|can'?t|cannot|can not|couldn'?t|no longer) (?:really |actually |even |currently )?(?:know|remember|recall|have|want to (?:say|tell|give)|think of)|forgot(?:ten)?|forget|no idea|not sure|unsure|rather not|lost it|no clue|dunno|never mind)\b/i;
/** Matches a message that only cancels; not "cancel the gym" or "never mind, 4". */
export const CANCEL =
  /^(?:(?:no|oh|ok(?:ay)?|well|actually|sorry|please|let'?s|then|wait)[,.! ]+)*(?:cancel|never ?mind|forget (?:it|about it|that)|stop|abort|quit|leave it|i(?: have|'ve)? changed my mind|i (?:do not|don'?t) want (?:it|this|that) any ?more)(?: (?:it|this|that|all|everything|(?:the|my|this) (?:whole )?(?:thing|booking|order|request|ticket|form|conversation)))?(?:[,.! ]+(?:please|thanks|thank you))*[.! ]*$/i;
export const AGAIN = /\b(?:try|do) (?:it |that |this )?(?:once )?(?:again|more)\b|^(?:again|retry)\b/i;
export const SKIP =
  /^(?:(?:no|oh|ok(?:ay)?|well|i'?ll|let'?s|please)[,.! ]+)*(?:skip(?: (?:it|this|that))?|pass|next|none|nothing|no|nope|nah|not? (?:really|needed|necessary|now|preference)|no thanks?(?: you)?|any(?:thing)?(?: is fine)?|it (?:does not|doesn'?t) matter|i (?:do not|don'?t) (?:care|mind)|whatever|never ?mind|leave it(?: out| empty)?)(?: (?:please|thanks?|thank you))?[,.! ]*$/i;
export const CORRECTION =
  /^(?:(?:oh|ah|um+|er|hm+|sorry)[,.! ]+)*(?:no[,.! ]+(?=wait|sorry|i mean|actually|make|to |from |in |at |for |not )|wait[,.! ]+|hold on[,.! ]+|sorry[,.! ]+|i mean[t,.! ]+|actually[,.! ]+(?:no[,.! ]+)?|correction[:,.! ]+|rather[,.! ]+)+/i;
export const NO_NUMBER = new RegExp(
  `^no[,.! ]+(?:(?:only|just|for|make it) )?(\\d[\\d.,]*|${NUMBER_WORD})(?: please)?[.! ]*$`,
  'i',
);
export const SMALL_TALK =
  /^(?:(?:hi|hello|hey|good (?:morning|day|afternoon|evening)|thanks?(?: you)?(?: (?:so|very) much| a lot)?|ok(?:ay)?|great|perfect|fine|bye|goodbye|there|all right|alright|i see|got it)[,.! ]*)+$/i;
const UNDECIDED = /^(?:maybe|perhaps|possibly|it depends|hm+|um+|eh|what|huh|sorry|pardon)[?.,! ]*$/i;
const YES_NO_QUESTION = /^(?:is|are|do|does|did|have|has|can|could|would|will|should|any)\b/i;
export const QUESTION =
  /\?\s*$|^(?:what|which|who|where|when|why|how|is there|are there|do you|does|can you tell|could you tell|tell me (?:about|more))\b/i;
/** Matches a wish to talk to a person. */
export const WANTS_PERSON =
  /\b(?:talk|speak|chat|connect me|transfer me|put me through)\b.*\b(?:human|person|people|some(?:one|body)|agent|representative|operator|manager|staff)\b|\breal (?:person|human)\b/i;
/** Matches words by which a question about oneself expresses a wish. */
export const OF_ONESELF = /\b(?:i|i'd|i'm|my|we|please|book)\b/i;
export const CHOICES =
  /^(?:(?:ok(?:ay)?|so|and|well|hm+)[,.! ]+)*(?:(?:which|what)(?: (?:ones?|\w+s))?(?: (?:do you have|have you got|are (?:there|available|the (?:choices|options|possibilities))|can i (?:choose|pick|have|get|take)|is there))|what are (?:the|my) (?:choices|options)|(?:(?:can|could) you )?(?:list|show|tell) (?:me )?(?:them|all|the (?:choices|options)|what you have))\b[^?]{0,20}\??$/i;
export const SEARCH =
  /\b(?:find|search|looking for|look for|recommend|suggest|show me|list|any good|is there an?|are there|which|what)\b/i;
const FILLER =
  /^(?:(?:um+|uh|well|ok(?:ay)?|sure|yes|yeah|so|oh|hi|hello|hey|alright|right|actually|sorry)[,.!]*\s+)+(?=\S)/i;
const LEAD =
  /^(?:it(?:'s| is| was) (?:called |named )?|that(?:'s| is| would be)\s+|i(?:'d| would) (?:like|prefer|love)(?: to have)? |i(?:'ll| will) (?:take|have) |i(?:'m| am) |i (?:want|need|think|chose|choose|pick|said)(?: it(?:'s| is| was))? |this is |let(?:'s| us) (?:go with|do|say|take) |make (?:it|that) |please (?:use|take|write|put)?\s*)/i;
const OWN_LEAD = /^(?:my|the|our|his|her) ([\w' ]{1,40}?) (?:is|was|are|would be)\s+(?=\S)/i;
const OWN_NAME =
  /\b(?:[Mm]y (?:full |last |first )?name\b|(?:[Ii] am|[Ii]'m|[Tt]his is|[Cc]all me)\s+\p{Lu})/u;
const NAME_SAID =
  /\b(?:[Mm]y (?:full |last |first )?name(?:'s| is)|[Ii] am|[Ii]'m|[Tt]his is|[Nn]ame:|[Uu]nder(?: the name)?(?: of)?|[Ii]t's|[Ii]t is|[Cc]all me|[Ff]or)\s+((?:\p{Lu}[\p{L}'’-]+\.?)(?:\s+(?:\p{Lu}[\p{L}'’.-]*|de|van|von|der|la))*)/u;

/** Extracts values by type and returns the rest of the sentence. Skips values that the sentence itself corrects. */
export function takeValues(
  text: string,
  candidates: readonly Candidate[],
  out: Map<string, string>,
  settings: ExtractionSettings,
): string {
  const corrected = correctedIn(text);
  const instead = corrected && spansOf(corrected.after, settings.today);
  if (!corrected || (corrected.isRejected && instead?.length === 0))
    return takeFrom(text, candidates, out, settings);
  const { before, after, isRejected } = corrected;
  const left = takeFrom(after, candidates, out, settings);
  if (isRejected) {
    takeTruths(before, candidates, out);
    return left;
  }
  const unitIn = (said: string, span: Span) => (span.kind === 'number' ? unitOf(said, span) : null);
  const taken = instead?.map((span) => ({ kind: span.kind, unit: unitIn(after, span) })) ?? [];
  const kept = spansOf(before, settings.today)
    .filter((span) => {
      const unit = unitIn(before, span);
      return taken.some(
        (other) => other.kind === span.kind && (unit === null || other.unit === null || unit === other.unit),
      );
    })
    .reduce(without, before);
  return `${takeFrom(kept, candidates, out, settings)} ${left}`;
}

function takeFrom(
  text: string,
  candidates: readonly Candidate[],
  out: Map<string, string>,
  { today, knowledge }: ExtractionSettings,
): string {
  let left = takeQueries(text, takeEnums(text, candidates, out), candidates, out, { today, knowledge });
  const before = out.size;
  const spans = spansOf(left, today);
  takeSpans(left, spans, candidates, out, today);
  if (out.size > before) for (const span of spans) left = without(left, span);
  left = takePlaces(left, candidates, out);
  left = takeSaid(left, candidates, out);
  left = takeCode(left, candidates, out, today);
  takeTruths(left, candidates, out);
  return left;
}

function takeEnums(text: string, candidates: readonly Candidate[], out: Map<string, string>): string {
  let left = text;
  const isFree = !candidates.some(({ isAsked }) => isAsked);
  for (const [at, candidate] of candidates.entries()) {
    const { path, field, isAsked } = candidate;
    const values = enumValues(field.type);
    if (!values) continue;
    const meant = isAsked ? valueAt(left, candidate) : null;
    if (meant !== null) {
      out.set(path, sourceOf(meant));
      return '';
    }
    const found: string[] = [];
    const isList = field.type.kind === 'list';
    for (
      let one = phraseIn(left, values);
      one && (isList || found.length === 0);
      one = phraseIn(left, values)
    ) {
      left = without(left, one);
      if (!found.includes(one.phrase)) found.push(one.phrase);
    }
    if (found.length > 0) {
      out.set(path, sourceOf(isList ? found : found[0]!));
    } else if (isAsked || (isFree && at === 0)) {
      // Succeeds if exactly one value shares a distinctive word with the message.
      const words = new Set(wordsIn(left));
      const shares = values.filter((value) => tellingWords(value).some((word) => words.has(word)));
      if (shares.length === 1) out.set(path, sourceOf(shares[0]!));
    }
  }
  return left;
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];
const ORDINAL = new RegExp(
  `^(?:(?:ok(?:ay)?|well|yes|no|hm+|then)[,.! ]+)*(?:i(?:'d| would)? (?:like|want|take|prefer|choose) |i(?:'ll| will) (?:take|have) |let'?s (?:take|go with) |make it )?(?:the |number |no\\.? ?|#)?(${ORDINALS.join('|')}|last|[1-9])(?: (?:one|choice|option|of (?:them|those)))?(?:[,.! ]+(?:please|thanks|thank you))*[.! ]*$`,
  'i',
);

const ORDINAL_ONLY = new RegExp(
  `^(?:(?:on|in) )?the (?:${ORDINALS.join('|')}|last) (?:one|choice|option)[.! ]*$`,
  'i',
);

/** Returns the listed value that "the second one" means. A bare number, perhaps a choice, counts only for records. */
function valueAt(text: string, { shown, table }: Candidate): Value {
  const said = ORDINAL.exec(text.trim())?.[1]?.toLowerCase();
  if (said === undefined || (!table && /\d/.test(said))) return null;
  const listed = table ? shown.slice(0, MOST_ROWS) : shown;
  if (said === 'last') return listed.at(-1) ?? null;
  const at = ORDINALS.includes(said) ? ORDINALS.indexOf(said) : Number(said) - 1;
  return listed[at] ?? null;
}

/** Extracts records of tables by name or by their place in the last answer; returns the rest. */
function takeRecords(
  text: string,
  candidates: readonly Candidate[],
  out: Map<string, string>,
  knowledge: Knowledge,
): string {
  let left = text;
  for (const candidate of candidates) {
    const { path, field, isAsked } = candidate;
    const isList = field.type.kind === 'list';
    const type = field.type.kind === 'list' ? field.type.of : field.type;
    if (type.kind !== 'sheet') continue;
    const meant = isAsked ? valueAt(left, candidate) : null;
    if (meant !== null && isRecord(meant)) {
      out.set(path, sourceOf(wordsOf(nameOf(meant))));
      return '';
    }
    const names: string[] = [];
    do {
      const record =
        knowledge.find(type.name, left) ??
        (isAsked && names.length === 0 ? recordMeant(left, type.name, knowledge) : null);
      const name = record ? nameOf(record) : null;
      if (typeof name !== 'string' || names.includes(name)) break;
      names.push(name);
      const found = phraseIn(left, [name]);
      if (found) left = without(left, found);
    } while (isList);
    if (names.length > 0) out.set(path, sourceOf(isList ? names : names[0]!));
  }
  return left;
}

/** Returns the only record whose name shares a word with the answer; null if there are none or several. */
function recordMeant(text: string, table: string, knowledge: Knowledge): RecordValue | null {
  const kind = tellingWords(table.replace(/([a-z\d])([A-Z])/g, '$1 $2'));
  const said = new Set(tellingWords(text).filter((word) => !kind.includes(word)));
  const meant = knowledge
    .query(table, {}, text)
    .records.filter((record) => tellingWords(wordsOf(nameOf(record))).some((word) => said.has(word)));
  return meant.length === 1 ? meant[0]! : null;
}

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

/** Assigns dates, times and numbers to the field named next to them, else the requested, else the first empty field. */
function takeSpans(
  text: string,
  spans: readonly Span[],
  candidates: readonly Candidate[],
  out: Map<string, string>,
  today: string,
): void {
  for (const span of spans) {
    const unit = span.kind === 'number' ? unitOf(text, span) : null;
    const fit = candidates.filter(
      ({ path, field, isAsked }) =>
        SPAN_KINDS[span.kind](field) && !out.has(path) && fitsUnit(field, unit, isAsked),
    );
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
    // A plain number is not a value if something else was asked, and neither is an unrequested "one".
    const isBare = span.kind === 'number' && best.score === 0 && !asked;
    if (isBare && (candidates[0]?.isAsked || /^(?:a|one)\b/i.test(text.slice(span.start, span.end))))
      continue;
    // "CS 99" is a name.
    if (span.kind === 'number' && /\p{Lu}{2,}[ -]$/u.test(text.slice(0, span.start))) continue;
    if (!chosen) continue;
    // "Since Monday" means last Monday.
    const isSince = SINCE.test(
      `${chosen.field.name} ${chosen.field.description} ${/\w+\s*$/.exec(text.slice(0, span.start))?.[0] ?? ''}`,
    );
    const past =
      span.kind === 'date' && isSince ? readDate(text.slice(span.start, span.end), today, true) : null;
    out.set(chosen.path, sourceOf(past ?? span.value));
  }
}

const SINCE = /(?:^|[\s_])since\b/i;

/** Assigns places after a preposition to the empty field for their role, or to the field that a correction names. */
function takePlaces(text: string, candidates: readonly Candidate[], out: Map<string, string>): string {
  let left = text;
  const isCorrection = CORRECTION.test(text);
  for (const said of placesIn(text)) {
    const own = candidates.filter(({ path, field }) => placeRoleOf(field) === said.role && !out.has(path));
    const chosen =
      own.find(({ isAsked }) => isAsked) ??
      own.find(({ value }) => (value !== null) === isCorrection) ??
      own.find(({ value }) => value === null);
    if (!chosen) continue;
    out.set(chosen.path, sourceOf(said.place));
    left = without(left, said);
  }
  return left;
}

function takeSaid(text: string, candidates: readonly Candidate[], out: Map<string, string>): string {
  let left = text;
  const isOwnName = OWN_NAME.test(text);
  for (const { path, field, isAsked } of candidates) {
    if (field.type.kind !== 'str' || out.has(path)) continue;
    const words = field.name.replaceAll('_', ' ');
    const named = new RegExp(
      `\\b(?:${words}|(?:my|the|our) ${words.replace(/^\w+ /, '')})(?:'s| is| was|:|=)\\s+([^,;.!?\\n]+)`,
      'i',
    ).exec(left);
    if (named?.[1] && (!isOwnName || words !== 'name' || isPersonName(path))) {
      const value = named[1].replace(/\s+(?:and|but|so)\s+.*$/i, '').trim();
      if (value === '' || REFUSAL.test(value)) continue;
      out.set(path, sourceOf(value));
      left = without(left, { start: named.index, end: named.index + named[0].length });
    } else if (isPersonName(path) || (isAsked && !isOwnName && /(?:^|_)name$/.test(field.name))) {
      const name = isAsked || /\bname\b/i.test(left) || isOwnName ? NAME_SAID.exec(left) : null;
      if (!name?.[1] || REFUSAL.test(left)) continue;
      out.set(path, sourceOf(name[1].replace(/[.\s]+$/, '')));
      left = without(left, { start: name.index, end: name.index + name[0].length });
    }
  }
  return left;
}

/** Extracts the requested number or code if the text has other values too: "99812, it is broken". */
function takeCode(
  text: string,
  candidates: readonly Candidate[],
  out: Map<string, string>,
  today: string,
): string {
  const asked = candidates.find(({ isAsked }) => isAsked);
  if (out.size === 0 || !asked || out.has(asked.path) || asked.field.type.kind !== 'str') return text;
  const code = isCode(asked.field.name) ? codeOf(text, asked.field, today) : null;
  if (code === null) return text;
  out.set(asked.path, sourceOf(code));
  const start = text.indexOf(code);
  return without(text, { start, end: start + code.length });
}

/** Returns the first number or code of a text; null if it could belong to another field. */
function codeOf(text: string, field: WorksheetField, today: string): string | null {
  const times = spansOf(text, today).filter(({ kind }) => kind === 'time');
  const codes = codesIn(times.reduce(without, text));
  const [code] = codes;
  if (code === undefined || (codes.length > 1 && /\bor\b/i.test(text))) return null;
  const own = tellingWords(`${field.name} ${field.description}`);
  const isOther = tellingWords(text).some((word) => CODE_WORDS.has(word) && !own.includes(word));
  const isShort = /phone/i.test(field.name) && (code.match(/\d/g) ?? []).length < LEAST_OF_PHONE;
  return isOther || isShort ? null : code;
}

const LEAST_OF_PHONE = 5;
const CODE_WORDS = new Set(tellingWords('phone mobile card account passport zip pin email'));

const PERSONS =
  'full|first|last|your|own|customer|student|user|guest|person|contact|passenger|patient|owner|holder';
const isPersonName = (path: string): boolean =>
  new RegExp(`^[^.]+\\.name$|(?:^|[._])(?:${PERSONS})(?:_\\d+|_info|_details)?[._]name$`).test(path);

/** Sets an unrequested yes-or-no field if the text has all words of the field: "no special request after all". */
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
 * Sets fields to "NA", as in the paper, if a condition tests for "NA". This concerns named fields, and the requested
 * field if the text lacks the expected digits.
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

/** Returns the whole sentence as the requested value; null if it does not fit. */
export function wholeOf(whole: string, field: WorksheetField, today: string): string | null {
  const { type, name, description } = field;
  const isFree = type.kind === 'str' && !isCode(name) && !/(?:^|_)name$/.test(name) && !placeRoleOf(field);
  const text = isFree ? whole : (correctedIn(whole)?.after ?? whole);
  if (NO_NUMBER.test(text) || ORDINAL_ONLY.test(text)) return null;
  if (UNDECIDED.test(text) || CORRECTION.test(text)) return null;
  const said = text.replace(FILLER, '').replace(/[,.! ]+(?:please|thanks|thank you)[.! ]*$/i, '');
  const own = OWN_LEAD.exec(said);
  const isOwn =
    own && tellingWords(own[1] ?? '').some((word) => tellingWords(`${name} ${description}`).includes(word));
  const short = said.replace(isOwn ? OWN_LEAD : LEAD, '');
  const rest = (short.split(/\s+/).length > 4 ? said : short).replace(/[.!]+$/, '').trim();
  if (type.kind === 'str') {
    if (rest === '' || isOnlyYesNo(text, description) || isOtherKind(rest, field, today)) return null;
    const kind = /(?:^|_)name$/.test(name) ? 'name' : 'string';
    if ('why' in fitValue(fitOf({ type: kind, examples: [], message: description }), text)) return null;
    const role = placeRoleOf(field);
    if (role !== null) {
      const place = placeAnswered(rest, role);
      return place === null ? null : sourceOf(place);
    }
    if (SPAN_KINDS.email(field)) return null;
    if (!isCode(name)) return sourceOf(rest);
    const code = codeOf(rest, field, today);
    return code === null ? null : sourceOf(code);
  }
  if (type.kind === 'int' || type.kind === 'float') {
    const number = readNumber(rest);
    return number === null ? null : sourceOf(number);
  }
  if (type.kind === 'list' && type.of.kind === 'str')
    return sourceOf([
      ...new Set(
        rest
          .split(/,|\band\b/)
          .map((item) => item.trim())
          .filter((item) => item !== ''),
      ),
    ]);
  return null;
}

/** "Yes" is never a text value; "no" is one only if the question allows it. */
function isOnlyYesNo(text: string, question: string): boolean {
  const yes = readYesNo(text);
  const isShort = /^\W*\w+(?:[ ,]+(?:please|thanks|thank you|sure|it is|i do))?\W*$/i.test(text);
  return yes !== null && isShort && (yes || !YES_NO_QUESTION.test(question));
}

/** True for a bare date, time or number when a name or place was requested. */
function isOtherKind(text: string, field: WorksheetField, today: string): boolean {
  const [span, ...others] = spansOf(text, today);
  if (!span || others.length > 0 || span.kind === 'email') return false;
  const rest = tellingWords(`${text.slice(0, span.start)} ${text.slice(span.end)}`);
  const unit = span.kind === 'number' ? unitOf(text, span) : null;
  if (rest.some((word) => word !== unit)) return false;
  if (unit !== null) return !fitsUnit(field, unit, false);
  return placeRoleOf(field) !== null || /(?:^|_)name$/.test(field.name);
}
