import type { ColumnMapInput, SpeakersInput } from '#shared/contract/corpus.ts';
import { kindOfName, roleOfKind, type SpeakerKind } from '#shared/domain/dialogue.ts';
import { NAMES, type Part, plainName } from './field-names.ts';
import { beginsWithRole, roleOfWord } from './speaker-roles.ts';
import { parseTime } from './time.ts';

/** A column or path with some of its values; null for rows without one. */
export interface SampledField {
  readonly name: string;
  readonly values: readonly (string | null)[];
  /** True for a list of words in JSON, which may be labels but is never the text. */
  readonly isList?: boolean;
}

interface Look {
  readonly field: SampledField;
  readonly filled: readonly string[];
  readonly words: number;
  readonly distinct: number;
  readonly roleShare: number;
  readonly timeShare: number;
  /** False if most rows have no value. */
  readonly isCommon: boolean;
  named(part: Part): number;
}

const LABELS =
  /^(?:user|system|agent|customer)?(?:dialogue|dialog|utterance|turn)?(?:acts?|intents?|labels?|annotations?)$/;
/** Names in paths that stand for a side, besides the words for speakers. */
const SIDES: readonly (readonly [RegExp, SpeakerKind])[] = [
  [/^(?:usr|question|query|input|prompt|instruction|request)$/, 'customer'],
  [/^(?:sys|answer|response|reply|output|completion)$/, 'agent'],
];
const LONGEST_NAME_WORDS = 4;
const COMMON_SHARE = 0.3;
/** If a field's texts have this many words on average, they are sentences, not codes. */
const SENTENCE_WORDS = 2.5;

/** Guesses the meaning of fields from their values and names. Parts that a person assigned stay. */
export function guessFields(fields: readonly SampledField[], told: ColumnMapInput): ColumnMapInput {
  const looks = fields.map(lookAt);
  const taken = new Set<string | undefined>([told.conversation, told.time, told.speaker, told.domain]);
  const free = (look: Look): boolean => !taken.has(look.field.name) && !look.field.isList;
  const text = told.text ?? bestText(looks.filter(free))?.field.name;
  const sides = told.speaker || told.speakers || told.text ? null : sideColumns(looks);
  taken.add(text);
  if (sides?.by === 'columns') for (const { column } of sides.columns) taken.add(column);
  const speaker =
    told.speaker ?? (told.speakers || sides ? undefined : bestSpeaker(looks.filter(free))?.field.name);
  const time =
    told.time ??
    best(
      looks.filter((look) => free(look) && look.timeShare > 0.5),
      'time',
      () => true,
    )?.field.name;
  taken.add(time).add(speaker);
  const domain = told.domain ?? best(looks.filter(free), 'domain', () => false)?.field.name;
  const labels =
    told.labels ??
    looks.filter((look) => isLabel(look) && !taken.has(look.field.name)).map(({ field }) => field.name);
  const speakers =
    told.speakers ??
    sides ??
    (speaker === undefined && text !== undefined
      ? speakersOf(looks.find(({ field }) => field.name === text))
      : null);
  return {
    ...told,
    ...(text !== undefined && speakers?.by !== 'columns' && { text }),
    ...(speaker !== undefined && { speaker }),
    ...(speakers && { speakers }),
    ...(time !== undefined && { time }),
    ...(domain !== undefined && { domain }),
    ...(labels.length > 0 && { labels }),
  };
}

export function guessConversation(
  fields: readonly SampledField[],
  taken: ColumnMapInput,
): string | undefined {
  const used = new Set([taken.text, taken.speaker, taken.time]);
  const looks = fields.filter(({ name, isList }) => !used.has(name) && !isList).map(lookAt);
  return best(looks, 'conversation', ({ field, filled, distinct, timeShare }) => {
    const runs = field.values.filter(
      (value, index) => value !== null && value !== field.values[index - 1],
    ).length;
    const repeats = distinct * 1.5 <= filled.length && distinct > 1 && runs <= distinct * 1.2;
    return repeats && timeShare < 0.5 && /(?:id|no|number|key|uuid|ref)$/.test(lastName(field.name));
  })?.field.name;
}

export function guessId(fields: readonly SampledField[]): string | undefined {
  const looks = fields.filter(({ isList }) => !isList).map(lookAt);
  // The last record may end before its id, because the file was cut.
  const unique = ({ distinct, filled, field }: Look): boolean =>
    distinct === filled.length && distinct > 0 && distinct >= field.values.length - 1;
  return (
    best(looks.filter(unique), 'conversation', () => false) ??
    looks.find((look) => unique(look) && /(?:^|[a-z])(?:id|uuid|key|number)$/.test(lastName(look.field.name)))
  )?.field.name;
}

/** Scores how much a list with these fields looks like the turns of dialogues; 0 if it has no text. */
export function speechScore(fields: readonly SampledField[], map: ColumnMapInput): number {
  const texts =
    map.speakers?.by === 'columns' ? map.speakers.columns.map(({ column }) => column) : [map.text];
  const looks = fields.filter(({ name }) => texts.includes(name)).map(lookAt);
  const words = looks.reduce((sum, look) => sum + Math.min(look.words, 12) * look.filled.length, 0);
  const sure = map.speaker !== undefined || map.speakers?.by === 'columns' || map.speakers?.by === 'prefix';
  return words * (sure ? 3 : 1);
}

function lookAt(field: SampledField): Look {
  const filled = field.values.filter((value): value is string => value !== null && value.trim() !== '');
  const share = (fits: (value: string) => boolean): number =>
    filled.length === 0 ? 0 : filled.filter(fits).length / filled.length;
  const wordsIn = (value: string): number => value.trim().split(/\s+/).length;
  const name = lastName(field.name);
  return {
    field,
    filled,
    words: filled.reduce((sum, value) => sum + wordsIn(value), 0) / Math.max(1, filled.length),
    distinct: new Set(filled).size,
    roleShare: share((value) => wordsIn(value) <= LONGEST_NAME_WORDS && roleOfWord(value) !== null),
    timeShare: share(
      (value) => (/[-:/.]/.test(value) || NAMES.time.includes(name)) && parseTime(value, 'dmy') !== null,
    ),
    isCommon: filled.length >= field.values.length * COMMON_SHARE,
    named: (part) => NAMES[part].indexOf(name),
  };
}

const lastName = (path: string): string => plainName(path.split('.').at(-1) ?? path);

function best(looks: readonly Look[], part: Part, byValues: (look: Look) => boolean): Look | undefined {
  const named = looks.filter((look) => look.named(part) >= 0 && look.filled.length > 0);
  return named.toSorted((one, other) => one.named(part) - other.named(part))[0] ?? looks.find(byValues);
}

/** Returns the field with varying sentences that has a fitting name, or else the longest text. */
function bestText(looks: readonly Look[]): Look | undefined {
  const score = (look: Look): number =>
    Math.min(look.words, 12) +
    (look.named('text') >= 0 ? 12 - look.named('text') : 0) +
    (4 * look.distinct) / look.filled.length;
  return looks
    .filter((look) => isText(look) || (look.named('text') >= 0 && look.isCommon && look.timeShare < 0.5))
    .toSorted((one, other) => score(other) - score(one))[0];
}

const isText = (look: Look): boolean =>
  !look.field.isList &&
  look.isCommon &&
  look.words >= SENTENCE_WORDS &&
  look.roleShare < 0.5 &&
  look.timeShare < 0.5;

function bestSpeaker(looks: readonly Look[]): Look | undefined {
  const names = looks.filter((look) => look.isCommon && look.words <= LONGEST_NAME_WORDS);
  const [sure] = names.toSorted((one, other) => other.roleShare - one.roleShare);
  return sure && sure.roleShare >= 0.6 ? sure : best(names, 'speaker', () => false);
}

function isLabel(look: Look): boolean {
  return (
    LABELS.test(lastName(look.field.name)) && look.filled.length > 0 && (look.field.isList || look.words < 6)
  );
}

/** Finds one column of sentences per side, such as "user" and "system", or "question" and "answer". */
function sideColumns(looks: readonly Look[]): SpeakersInput | null {
  const columns = looks.filter(isText).flatMap(({ field }) => {
    const is = sideOf(field.name);
    return is === null ? [] : [{ column: field.name, is }];
  });
  const sides = new Map(columns.map((column) => [roleOfKind(column.is), column]));
  // Two columns of the same side are not two speakers.
  return sides.size === 2 && columns.length === 2 ? { by: 'columns', columns } : null;
}

function sideOf(path: string): SpeakerKind | null {
  const names = path.split(/[.\s_-]+/).map((name) => name.toLowerCase());
  for (const [words, kind] of SIDES) if (names.some((name) => words.test(name))) return kind;
  return names.map(kindOfName).find((kind) => kind !== null) ?? null;
}

function speakersOf(text: Look | undefined): SpeakersInput {
  const named = text?.filled.filter(beginsWithRole).length ?? 0;
  if (text && named > 0 && named >= text.filled.length * 0.6) return { by: 'prefix' };
  return { by: 'alternation', first: 'customer' };
}
