import type {
  ColumnMapInput,
  ImportResult,
  Preview,
  SpeakersInput,
  TableQuery,
} from '#shared/contract/corpus.ts';
import { IMPORT_FORMATS, type ImportFormat, type ImportSetting } from '#shared/domain/import-formats.ts';
import type { SpeakerKind } from '#shared/domain/speaker.ts';

export type MappedRole = SpeakerKind | 'ignored';
export type ColumnRole = 'conversation' | 'time' | 'speaker' | 'text';

/** As it is typed; all empty reads the whole file. */
export interface QueryForm {
  readonly sql: string;
  readonly limit: string;
  readonly dialogues: string;
  readonly seed: string;
  readonly by: string;
}

const NO_QUERY: QueryForm = { sql: '', limit: '', dialogues: '', seed: '1', by: '' };

/** A whole number of at least 1, or null. */
const countOf = (text: string): number | null => (/^[1-9]\d{0,9}$/.test(text.trim()) ? Number(text) : null);

/** The query as it is sent; null where it says nothing. */
function queryOf({ sql, limit, dialogues, seed, by }: QueryForm): TableQuery | null {
  const count = countOf(dialogues);
  const sample = count === null ? null : { dialogues: count, seed: countOf(seed) ?? 1, by: by || null };
  const query = { sql: sql.trim() || null, limit: countOf(limit), sample };
  return query.sql === null && query.limit === null && sample === null ? null : query;
}

export type TurnList = Preview['lists'][number];

/** What is remembered of a mapping for the next file of the same shape. */
export type Mapping = Pick<ImportForm, 'columns' | 'roles' | 'speakers' | 'labels' | 'list'>;

/** What a person has set in the import dialog; null is "as detected". */
export interface ImportForm {
  readonly format: ImportFormat | 'auto';
  readonly columns: Readonly<Partial<Record<ColumnRole, string>>>;
  readonly roles: Readonly<Record<string, MappedRole>>;
  /** Who speaks where no column says so; null leaves it to the reader. */
  readonly speakers: SpeakersInput | null;
  /** Columns of labels; null leaves them to the reader. */
  readonly labels: readonly string[] | null;
  /** JSON: the list that holds the turns; null is the likeliest. */
  readonly list: TurnList | null;
  /** Of a workbook: the sheet that is read; null is every sheet that holds dialogues. */
  readonly sheet: string | null;
  /** Which rows of a large table are read. */
  readonly query: QueryForm;
  /** What the rows of a database are called; empty leaves it to the database's name. */
  readonly source: string;
  readonly brand: string;
  readonly delimiter: string | null;
  readonly encoding: string | null;
  readonly join: boolean;
  readonly mask: boolean;
}

export const START_FORM: ImportForm = {
  format: 'auto',
  columns: {},
  roles: {},
  speakers: null,
  labels: null,
  list: null,
  sheet: null,
  query: NO_QUERY,
  source: '',
  brand: '',
  delimiter: null,
  encoding: null,
  join: true,
  mask: false,
};

/** The mapping a person has set, or null where all is left to the reader. */
export function mapOf(form: ImportForm): ColumnMapInput | null {
  const columns = Object.fromEntries(Object.entries(form.columns).filter(([, column]) => column));
  const roles = Object.keys(form.roles).length > 0 ? { roles: { ...form.roles } } : {};
  const { speakers, labels, list } = form;
  const map: ColumnMapInput = {
    ...columns,
    ...(speakers && { speakers }),
    ...(labels && { labels: [...labels] }),
    ...(list?.records && { records: list.records }),
    ...(list?.turns && { turns: list.turns }),
    ...roles,
  };
  return Object.keys(map).length > 0 ? map : null;
}

/**
 * The part of the input that a preview and an import share.
 * @param shown of a file that no format knows: it is imported by the mapping that its preview was made with
 */
export function readingOf(form: ImportForm, shown?: Preview) {
  const byMapping = shown !== undefined && isAnyJson(shown) ? shown : null;
  return {
    format: byMapping?.format ?? form.format,
    map: byMapping?.map ?? mapOf(form),
    query: queryOf(form.query),
    sheet: form.sheet,
    brand: form.brand.trim() || null,
    delimiter: form.delimiter,
    encoding: form.encoding,
    mask: form.mask,
  };
}

/** The same for the preview, which shows the first rows whatever is drawn from all of them. */
export function previewOf(form: ImportForm) {
  const reading = readingOf(form);
  return { ...reading, query: reading.query && { ...reading.query, limit: null, sample: null } };
}

/** Whether a format knows a setting. */
export function hasSetting(format: ImportFormat, setting: ImportSetting): boolean {
  const settings: readonly ImportSetting[] = IMPORT_FORMATS[format].settings;
  return settings.includes(setting);
}

/** Whether the file is JSON that is read by a mapping: its lists of turns are there to choose from. */
export const isAnyJson = (preview: Preview): boolean => preview.lists.length > 0;

/** The mapping as it is on show: what the reader found, with what was set over it. */
export function shownMap(form: ImportForm, preview: Preview): ColumnMapInput {
  const { speaker, ...rest } = { ...preview.map, ...mapOf(form), ...form.columns };
  if (form.speakers) return rest;
  return form.columns.speaker ? { ...rest, speakers: undefined, speaker } : { ...rest, speaker };
}

/** True where a mapping lacks a part without which nothing can be imported. */
export function lacksColumns(form: ImportForm, preview: Preview): boolean {
  if (!hasSetting(preview.format, 'map') || preview.columns === null) return false;
  const { conversation, speaker, speakers, text } = shownMap(form, preview);
  if (speakers?.by === 'columns')
    return speakers.columns.length < 2 || speakers.columns.some(({ column }) => !column);
  if (!text || !(speaker || speakers)) return true;
  // In a table only the column says which rows belong together, unless a row is a whole dialogue.
  return !conversation && !isAnyJson(preview) && speakers?.by !== 'prefix';
}

interface SpeakerRole {
  readonly speaker: string;
  /** Null where nobody knows: the speaker's rows are rejected until somebody says. */
  readonly role: MappedRole | null;
}

/** How many speakers are listed; a file with more of them names people, not roles. */
const MOST_SPEAKERS = 24;

/** The speakers of the preview with their role: as set, else as the reader has it. In code-point order. */
export function speakerRoles(form: ImportForm, preview: Preview): SpeakerRole[] {
  const roles = new Map<string, MappedRole | null>(preview.unknownSpeakers.map((speaker) => [speaker, null]));
  for (const dialogue of preview.dialogues) {
    for (const { speaker, kind } of dialogue.utterances) roles.set(speaker, kind);
  }
  for (const [speaker, mapped] of Object.entries({ ...preview.map?.roles, ...form.roles })) {
    // A mapping is compared without regard to case: one line for one speaker.
    const known = [...roles.keys()].find((name) => name.toLowerCase() === speaker.toLowerCase());
    roles.set(known ?? speaker, mapped === 'user' ? 'customer' : mapped);
  }
  return [...roles]
    .map(([speaker, role]) => ({ speaker, role }))
    .sort((a, b) => (a.speaker < b.speaker ? -1 : a.speaker > b.speaker ? 1 : 0))
    .slice(0, MOST_SPEAKERS);
}

/** Brands seen in the preview, to choose from: the speakers that answer. */
export function brandsOf(preview: Preview): string[] {
  const brands = new Set(
    preview.dialogues.flatMap((dialogue) =>
      dialogue.utterances
        .filter((utterance) => utterance.role === 'system')
        .map((utterance) => utterance.speaker),
    ),
  );
  return [...brands].sort();
}

/** "1,000 records read = 950 imported + 30 ignored + 20 rejected": true where the sum is right. */
export function countsAddUp(result: ImportResult): boolean {
  return result.read === result.utterances + result.ignored + result.rejected;
}

/** The name under which a mapping is remembered for files of the same shape; null where none is taken. */
export function headerKey(preview: Preview): string | null {
  if (preview.columns === null) return null;
  const shape = isAnyJson(preview)
    ? [preview.lists.map(({ records, turns }) => [records, turns])]
    : preview.columns;
  return `mapping.${JSON.stringify(shape)}`;
}
