import type {
  ColumnMapInput,
  ImportResult,
  Preview,
  SpeakersInput,
  TableQuery,
} from '#shared/contract/corpus.ts';
import type { SpeakerKind } from '#shared/domain/dialogue.ts';
import { IMPORT_FORMATS, type ImportFormat, type ImportSetting } from '#shared/domain/import-formats.ts';

type MappedRole = SpeakerKind | 'ignored';
export type ColumnRole = 'conversation' | 'time' | 'speaker' | 'text';

export interface QueryForm {
  readonly sql: string;
  readonly limit: string;
  readonly dialogues: string;
  readonly seed: string;
  readonly by: string;
}

const NO_QUERY: QueryForm = { sql: '', limit: '', dialogues: '', seed: '1', by: '' };

const countOf = (text: string): number | null => (/^[1-9]\d{0,9}$/.test(text.trim()) ? Number(text) : null);

/** Returns the query for the backend; null if it restricts nothing. */
function queryOf({ sql, limit, dialogues, seed, by }: QueryForm): TableQuery | null {
  const count = countOf(dialogues);
  const sample = count === null ? null : { dialogues: count, seed: countOf(seed) ?? 1, by: by || null };
  const query = { sql: sql.trim() || null, limit: countOf(limit), sample };
  return query.sql === null && query.limit === null && sample === null ? null : query;
}

export type TurnList = Preview['lists'][number];

export type Mapping = Pick<ImportForm, 'columns' | 'roles' | 'speakers' | 'labels' | 'list'>;

export interface ImportForm {
  readonly format: ImportFormat | 'auto';
  readonly columns: Readonly<Partial<Record<ColumnRole, string>>>;
  readonly roles: Readonly<Record<string, MappedRole>>;
  readonly speakers: SpeakersInput | null;
  readonly labels: readonly string[] | null;
  readonly list: TurnList | null;
  readonly sheet: string | null;
  readonly query: QueryForm;
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

/** Returns the input of the preview. It shows the first rows, not a sample. */
export function previewOf(form: ImportForm) {
  const reading = readingOf(form);
  return { ...reading, query: reading.query && { ...reading.query, limit: null, sample: null } };
}

export function hasSetting(format: ImportFormat, setting: ImportSetting): boolean {
  const settings: readonly ImportSetting[] = IMPORT_FORMATS[format].settings;
  return settings.includes(setting);
}

/** True if the file is JSON that needs a mapping. Its lists of turns can be chosen. */
export const isAnyJson = (preview: Preview): boolean => preview.lists.length > 0;

export function shownMap(form: ImportForm, preview: Preview): ColumnMapInput {
  const { speaker, ...rest } = { ...preview.map, ...mapOf(form), ...form.columns };
  if (form.speakers) return rest;
  return form.columns.speaker ? { ...rest, speakers: undefined, speaker } : { ...rest, speaker };
}

export function lacksColumns(form: ImportForm, preview: Preview): boolean {
  if (!hasSetting(preview.format, 'map') || preview.columns === null) return false;
  const { conversation, speaker, speakers, text } = shownMap(form, preview);
  if (speakers?.by === 'columns')
    return speakers.columns.length < 2 || speakers.columns.some(({ column }) => !column);
  if (!text || !(speaker || speakers)) return true;
  // In a table only this column says which rows belong together, unless a row is a whole dialogue.
  return !conversation && !isAnyJson(preview) && speakers?.by !== 'prefix';
}

interface SpeakerRole {
  readonly speaker: string;
  readonly role: MappedRole | null;
}

/** The maximum number of speakers to list. In a file with more, the column has names of people, not roles. */
const MOST_SPEAKERS = 24;

export function speakerRoles(form: ImportForm, preview: Preview): SpeakerRole[] {
  const roles = new Map<string, MappedRole | null>(preview.unknownSpeakers.map((speaker) => [speaker, null]));
  for (const dialogue of preview.dialogues) {
    for (const { speaker, kind } of dialogue.utterances) roles.set(speaker, kind);
  }
  for (const [speaker, mapped] of Object.entries({ ...preview.map?.roles, ...form.roles })) {
    // Mappings ignore case, so speakers that differ only in case share a line.
    const known = [...roles.keys()].find((name) => name.toLowerCase() === speaker.toLowerCase());
    roles.set(known ?? speaker, mapped === 'user' ? 'customer' : mapped);
  }
  return [...roles]
    .map(([speaker, role]) => ({ speaker, role }))
    .sort((a, b) => (a.speaker < b.speaker ? -1 : a.speaker > b.speaker ? 1 : 0))
    .slice(0, MOST_SPEAKERS);
}

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

/** True if the records add up: "1,000 records read = 950 imported + 30 ignored + 20 rejected". */
export function countsAddUp(result: ImportResult): boolean {
  return result.read === result.utterances + result.ignored + result.rejected;
}

export function headerKey(preview: Preview): string | null {
  if (preview.columns === null) return null;
  const shape = isAnyJson(preview)
    ? [preview.lists.map(({ records, turns }) => [records, turns])]
    : preview.columns;
  return `mapping.${JSON.stringify(shape)}`;
}
