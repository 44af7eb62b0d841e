import type { ColumnMapInput, ImportResult, Preview } from '#shared/contract/corpus.ts';
import { IMPORT_FORMATS, type ImportFormat, type ImportSetting } from '#shared/domain/import-formats.ts';
import type { SpeakerKind } from '#shared/domain/speaker.ts';

export type MappedRole = SpeakerKind | 'ignored';
export type ColumnRole = 'conversation' | 'time' | 'speaker' | 'text';

export const COLUMN_ROLES: readonly ColumnRole[] = ['conversation', 'speaker', 'text', 'time'];

/** What a person has set in the import dialog; null is "as detected". */
export interface ImportForm {
  readonly format: ImportFormat | 'auto';
  readonly columns: Readonly<Partial<Record<ColumnRole, string>>>;
  readonly roles: Readonly<Record<string, MappedRole>>;
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
  const map = { ...columns, ...roles };
  return Object.keys(map).length > 0 ? map : null;
}

/** The part of the input that a preview and an import share. */
export function readingOf(form: ImportForm) {
  return {
    format: form.format,
    map: mapOf(form),
    brand: form.brand.trim() || null,
    delimiter: form.delimiter,
    encoding: form.encoding,
    mask: form.mask,
  };
}

/** Whether a format knows a setting. */
export function hasSetting(format: ImportFormat, setting: ImportSetting): boolean {
  const settings: readonly ImportSetting[] = IMPORT_FORMATS[format].settings;
  return settings.includes(setting);
}

/** Which column holds what: as set, else as the reader guessed; "" where neither knows. */
export function columnFor(role: ColumnRole, form: ImportForm, preview: Preview): string {
  return form.columns[role] ?? preview.map?.[role] ?? '';
}

/** True where a table lacks a column without which nothing of it can be imported. */
export function lacksColumns(form: ImportForm, preview: Preview): boolean {
  if (!hasSetting(preview.format, 'map') || preview.columns === null) return false;
  return COLUMN_ROLES.some((role) => role !== 'time' && columnFor(role, form, preview) === '');
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

/** The name under which a mapping is remembered for files with the same header; null without a header. */
export function headerKey(preview: Preview): string | null {
  return preview.columns === null ? null : `mapping.${JSON.stringify(preview.columns)}`;
}
