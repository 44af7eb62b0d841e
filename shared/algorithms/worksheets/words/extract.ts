import type { FieldType, WorksheetField } from '../../../domain/worksheet.ts';
import { isInstance, isRecord, sourceOf, type Value } from '../language/values.ts';
import type { CompiledField, CompiledSet, CompiledSheet } from '../runtime/compile.ts';
import { Draft, type DraftInstance } from '../runtime/draft.ts';
import type { Knowledge } from '../runtime/knowledge.ts';
import type { DialogueState } from '../runtime/state.ts';
import { ReadingWorld } from '../runtime/world.ts';
import { readNumber, readYesNo } from './read-values.ts';
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
}

const REFUSAL =
  /\b(?:(?:do not|don'?t|dont|can'?t|cannot|can not|couldn'?t|no longer) (?:really |actually |even |currently )?(?:know|remember|recall|have|want to (?:say|tell|give)|think of)|forgot(?:ten)?|forget|no idea|not sure|unsure|rather not|lost it|no clue|never mind)\b/i;
const QUESTION =
  /\?\s*$|^(?:what|which|who|where|when|why|how|is there|are there|do you|does|can you tell|could you tell|tell me (?:about|more))\b/i;
const SEARCH =
  /\b(?:find|search|looking for|look for|recommend|suggest|show me|list|any good|is there an?|are there|which|what)\b/i;
const LEAD =
  /^(?:(?:um+|uh|well|ok(?:ay)?|sure|yes|yeah|so|oh|hi|hello|hey|alright|right|actually|sorry)[,.!]*\s+)*(?:(?:my|the|our|his|her) [\w' ]{1,40}? (?:is|was|are|would be)\s+|it(?:'s| is| was) (?:called |named )?|that(?:'s| is| would be)\s+|i(?:'d| would) (?:like|prefer|love)(?: to have)? |i(?:'ll| will) (?:take|have) |i(?:'m| am) |i (?:want|need|think|chose|choose|pick|said)(?: it(?:'s| is| was))? |this is |let(?:'s| us) (?:go with|do|say|take) |make (?:it|that) |please (?:use|take|write|put)?\s*|they(?:'re| are) )?/i;
const NAME_SAID =
  /\b(?:my (?:full |last |first )?name(?:'s| is)|i am|i'm|this is|name:|under(?: the name)?(?: of)?|it's|it is|call me|for)\s+((?:[A-Z][\p{L}'’-]+\.?)(?:\s+(?:[A-Z][\p{L}'’.-]*|de|van|von|der|la))*)/u;

/** @returns statements of the language; empty where nothing was understood */
export function extractStatements(
  set: CompiledSet,
  state: DialogueState,
  said: string,
  settings: ExtractionSettings,
): string {
  const text = said.trim().replaceAll('’', "'");
  if (text === '') return '';
  const draft = new Draft(
    set,
    state,
    { today: settings.today, find: (worksheet, words) => settings.knowledge.find(worksheet, words) },
    (own, self) => new ReadingWorld(own, self),
  );
  const candidates = candidatesOf(draft, state);
  const statements = new Map<string, string>();
  const spans = [...spansOf(text, settings.today)];
  const asksBack = QUESTION.test(text);
  takeEnums(text, candidates, statements);
  takeRecords(text, candidates, statements, settings.knowledge);
  takeSpans(text, spans, candidates, statements);
  takeSaid(text, candidates, statements);
  takeUnknown(text, candidates, set, statements, asksBack);
  const asked = candidates.find(({ isAsked }) => isAsked);
  const question = questionOf(text, set, asksBack, settings);
  if (asked && !question && !asksBack && !REFUSAL.test(text) && statements.size === 0) {
    const words = wholeOf(text, asked.field);
    if (words !== null) statements.set(asked.path, words);
  }
  const out = [...statements].map(([path, value]) => `${path} = ${value}`);
  out.push(...agreementOf(text, state, asked, statements.size > 0));
  if (question) out.push(question);
  const begun = out.length === 0 ? begunBy(text, draft) : null;
  return [...out, ...(begun ? [begun] : [])].join('\n');
}

/** Fields that count now, of what is begun and, through empty parts, of what can be begun; what was asked for first. */
function candidatesOf(draft: Draft, { asked, queries }: DialogueState): readonly Candidate[] {
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
        if (depth < 4 && !inner?.left) visit(part, inner ? inner.name : own, inner, depth + 1);
      } else
        out.push({
          path: own,
          field,
          isAsked: instance !== null && isAsked(instance.name, field.name),
          value,
        });
    }
  };
  for (const name of draft.order.toReversed()) {
    const instance = draft.instances.get(name);
    if (instance && !instance.left) visit(instance.sheet, name, instance, 0);
  }
  if (draft.instances.size === 0) {
    const first =
      [...draft.set.sheets.values()].find(({ sheet }) => sheet.name.toLowerCase() === 'main') ??
      [...draft.set.sheets.values()].find(
        ({ sheet, predicate, isPart }) => sheet.type === 'worksheet' && !predicate && !isPart,
      );
    if (first) visit(first, pathOfSheet(first), null, 0);
  }
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
        });
  }
  return out.sort((left, right) => Number(right.isAsked) - Number(left.isAsked));
}

const pathOfSheet = ({ sheet: { name } }: CompiledSheet): string =>
  name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();

const enumValues = (type: FieldType): readonly string[] | null =>
  type.kind === 'enum' ? type.values : type.kind === 'list' ? enumValues(type.of) : null;

function takeEnums(text: string, candidates: readonly Candidate[], out: Map<string, string>): void {
  const taken = new Set<string>();
  for (const { path, field, isAsked } of candidates) {
    const values = enumValues(field.type);
    if (!values) continue;
    const found = phraseIn(text, values);
    if (found && !taken.has(`${found.start}`)) {
      taken.add(`${found.start}`);
      out.set(path, sourceOf(found.phrase));
    } else if (isAsked && !found) {
      // One value alone shares a telling word with what was said.
      const said = new Set(wordsIn(text));
      const shares = values.filter((value) => tellingWords(value).some((word) => said.has(word)));
      if (shares.length === 1) out.set(path, sourceOf(shares[0]!));
    }
  }
}

/** Records of tables that are named in the sentence. */
function takeRecords(
  text: string,
  candidates: readonly Candidate[],
  out: Map<string, string>,
  knowledge: Knowledge,
): void {
  for (const { path, field } of candidates) {
    if (field.type.kind !== 'sheet') continue;
    const record = knowledge.find(field.type.name, text);
    const name =
      record && isRecord(record) ? (record.entries.name ?? Object.values(record.entries)[0]) : null;
    if (typeof name === 'string' && !out.has(path) && ![...out.values()].includes(sourceOf(name)))
      out.set(path, sourceOf(name));
  }
}

const KINDS: Readonly<Record<Span['kind'], (field: WorksheetField) => boolean>> = {
  date: ({ type }) => type.kind === 'date',
  time: ({ type }) => type.kind === 'time',
  number: ({ type }) => type.kind === 'int' || type.kind === 'float',
  email: ({ type, name, description }) => type.kind === 'str' && /e-?mail/i.test(`${name} ${description}`),
};

/** Dates, times and numbers go to the fields whose words stand beside them, else to what was asked for, else to the first empty one. */
function takeSpans(
  text: string,
  spans: readonly Span[],
  candidates: readonly Candidate[],
  out: Map<string, string>,
): void {
  for (const span of spans) {
    const fit = candidates.filter(({ path, field }) => KINDS[span.kind](field) && !out.has(path));
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
    // A bare "one" that nobody asked for is no value.
    if (
      span.kind === 'number' &&
      best.score === 0 &&
      !asked &&
      /^(?:a|one)\b/i.test(text.slice(span.start, span.end))
    )
      continue;
    if (chosen) out.set(chosen.path, sourceOf(span.value));
  }
}

/** The telling words right before and after. */
function tellingAround(text: string, { start, end }: Span): readonly string[] {
  const before =
    text
      .slice(0, start)
      .split(/[,.;!?]|\band\b/i)
      .at(-1) ?? '';
  const after = text.slice(end).split(/[,.;!?]|\band\b/i)[0] ?? '';
  return [...tellingWords(before).slice(-3), ...tellingWords(after).slice(0, 2)];
}

/** Texts that are said with the name of their field, and names of people. */
function takeSaid(text: string, candidates: readonly Candidate[], out: Map<string, string>): void {
  for (const { path, field, isAsked } of candidates) {
    if (field.type.kind !== 'str' || out.has(path)) continue;
    const words = field.name.replaceAll('_', ' ');
    const named = new RegExp(
      `\\b(?:${words}|${words.replace(/^\w+ /, '')})(?:'s| is| was|:|=)\\s+([^,;.!?\\n]+)`,
      'i',
    ).exec(text);
    if (named?.[1]) {
      const value = named[1].replace(/\s+(?:and|but|so)\s+.*$/i, '').trim();
      if (value !== '' && !REFUSAL.test(value)) out.set(path, sourceOf(value));
    } else if (
      /(?:^|_)name$/.test(field.name) &&
      (isAsked || /\bname|\bi'?m\b|\bi am\b|\bthis is\b/i.test(text))
    ) {
      const name = NAME_SAID.exec(text)?.[1];
      if (name && !REFUSAL.test(text)) out.set(path, sourceOf(name.replace(/[.\s]+$/, '')));
    }
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
    if (out.has(path) || field.type.kind !== 'str' || !asksIfKnown(set, field.name)) continue;
    const isNamed = isRefusal && tellingWords(field.name).some((word) => wordsIn(text).includes(word));
    const isNoCode = isAsked && isCode(field.name) && !/\d/.test(text) && !asksBack;
    if ((isAsked && isRefusal && !/\d{3}/.test(text)) || isNamed || isNoCode) out.set(path, '"NA"');
  }
}

const isCode = (name: string): boolean => /(?:^|_)(?:id|number|pin|code|phone|zip)$/.test(name);

function asksIfKnown({ sheets }: CompiledSet, name: string): boolean {
  for (const { fields } of sheets.values())
    for (const { field, reads } of fields.values())
      if (reads.has(name) && field.predicate.includes('"NA"')) return true;
  return false;
}

/** The whole sentence as the value of what was asked for; null where it cannot be one. */
function wholeOf(text: string, { type, name }: WorksheetField): string | null {
  const rest = text
    .replace(LEAD, '')
    .replace(/[.!]+$/, '')
    .trim();
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
  const spans = spansOf(text, today);
  let best: { readonly statement: string; readonly filters: number } | null = null;
  for (const { sheet, fields } of set.sheets.values()) {
    if (sheet.type !== 'db' || !(asksBack || SEARCH.test(text))) continue;
    const isNamed = wordsIn(text).some((word) =>
      tellingWords(pathOfSheet({ sheet } as CompiledSheet)).includes(word),
    );
    const filters = [...fields.values()].flatMap(({ field }: CompiledField): string[] => {
      if (field.kind !== 'input') return [];
      const values = enumValues(field.type);
      const phrase = values ? phraseIn(text, values)?.phrase : undefined;
      if (phrase !== undefined) return [`${field.name}=${sourceOf(phrase)}`];
      const own = new Set(tellingWords(`${field.name} ${field.description}`));
      const span = spans.find(
        (one) => KINDS[one.kind](field) && tellingAround(text, one).some((word) => own.has(word)),
      );
      return span ? [`${field.name}=${sourceOf(span.value)}`] : [];
    });
    if ((isNamed || filters.length > 0) && (!best || filters.length > best.filters))
      best = {
        statement: `${sheet.name}(${[...filters, `query=${sourceOf(text)}`].join(', ')})`,
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
