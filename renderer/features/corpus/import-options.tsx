import type { Preview } from '#shared/contract/corpus.ts';
import { IMPORT_FORMATS, type ImportSetting, isDatabaseAddress } from '#shared/domain/import-formats.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { bindTo, Choice, Select, SelectField, TextField } from '../../ui/inputs/field.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import { brandsOf, hasSetting, type ImportForm, type Mapping, mapOf, speakerRoles } from './import-form.ts';
import { MappingFields } from './mapping-fields.tsx';
import { QueryFields } from './query-fields.tsx';

const DELIMITERS = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Pipe' },
];

const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'];

export function ImportOptions({
  source,
  title,
  form,
  preview,
  remembered,
  masking,
  onChange,
}: {
  readonly source: string;
  readonly title: string;
  readonly form: ImportForm;
  readonly preview: Preview | undefined;
  readonly remembered: Partial<Mapping> | null;
  /** `always`: the project masks all imports. `may`: the first import can turn masking on. */
  readonly masking: 'always' | 'may' | 'not';
  readonly onChange: (form: ImportForm) => void;
}) {
  const isDatabase = isDatabaseAddress(source);
  const format = form.format === 'auto' ? preview?.format : form.format;
  const knows = (setting: ImportSetting) => format !== undefined && hasSetting(format, setting);
  const detected = (value: string | null | undefined) => (value ? `${value} (detected)` : 'Detect');
  const delimiter = DELIMITERS.find((option) => option.value === preview?.delimiter)?.label;
  const bind = bindTo(form, (part) => onChange({ ...form, ...part }));
  return (
    <div className="stack-3">
      <h3 className="clip">{title}</h3>
      {preview && preview.sheets.length > 1 && (
        <SelectField
          label="Sheet"
          {...bind('sheet')}
          hint={
            form.sheet === null
              ? `The preview shows "${preview.sheet}". Sheets without dialogues are left out and listed in the report.`
              : undefined
          }
          options={[
            { value: null, label: `All ${preview.sheets.length} sheets` },
            ...preview.sheets.map((value) => ({ value, label: value })),
          ]}
        />
      )}
      {!isDatabase && (
        <SelectField
          label="Format"
          {...bind('format')}
          options={[
            { value: 'auto', label: detected(preview && IMPORT_FORMATS[preview.format].title) },
            ...FORMATS.map((value) => ({ value, label: IMPORT_FORMATS[value].title })),
          ]}
        />
      )}
      {preview && !isDatabase && <p className="quiet small breaks">{preview.reason}</p>}
      {preview && <OtherReaders form={form} preview={preview} onChange={onChange} />}
      {remembered && mapOf(form) === null && (
        <Notice
          actions={
            <Button small onClick={() => onChange({ ...form, ...remembered })}>
              Use it
            </Button>
          }
        >
          You have already mapped a file with these columns.
        </Notice>
      )}
      {preview && knows('brand') && (
        <TextField
          label="Brand"
          placeholder="All brands"
          suggestions={brandsOf(preview)}
          hint="Enter a brand to import only its dialogues."
          {...bind('brand')}
        />
      )}
      {(isDatabase || (preview && (knows('query') || form.query.sql !== ''))) && (
        <QueryFields
          source={source}
          query={form.query}
          columns={preview?.columns ?? []}
          onChange={(query) => onChange({ ...form, query })}
        />
      )}
      {preview?.columns && knows('map') && (
        <MappingFields form={form} preview={preview} columns={preview.columns} onChange={onChange} />
      )}
      {preview && knows('map') && <Roles form={form} preview={preview} onChange={onChange} />}
      {isDatabase && (
        <TextField
          label="Source name"
          placeholder={title}
          hint="Give each imported table its own name. Then two tables can use the same dialogue ids."
          {...bind('source')}
        />
      )}
      {!isDatabase && preview?.sheet == null && (
        <div className="halves gap-2">
          <SelectField
            label="Encoding"
            {...bind('encoding')}
            options={[
              { value: null, label: detected(preview?.encoding) },
              ...ENCODINGS.map((value) => ({ value, label: value })),
            ]}
          />
          {preview && knows('delimiter') && (
            <SelectField
              label="Delimiter"
              {...bind('delimiter')}
              options={[{ value: null, label: detected(delimiter) }, ...DELIMITERS]}
            />
          )}
        </div>
      )}
      <Choice
        label="Join consecutive messages from the same speaker"
        hint="Joined messages count as one turn, as the automaton expects. Each message is kept."
        checked={form.join}
        onChange={(join) => onChange({ ...form, join })}
      />
      {masking !== 'not' && (
        <Choice
          label="Mask personal data"
          hint={
            masking === 'always'
              ? 'This project only accepts masked dialogues.'
              : 'Replaces names, addresses and numbers in everything you import into this project, before anything is saved. You cannot undo this. Masking can miss things, so check the preview.'
          }
          checked={masking === 'always' || form.mask}
          disabled={masking === 'always'}
          onChange={(mask) => onChange({ ...form, mask })}
        />
      )}
    </div>
  );
}

interface OtherReadersProps {
  readonly form: ImportForm;
  readonly preview: Preview;
  readonly onChange: (form: ImportForm) => void;
}

function OtherReaders({ form, preview, onChange }: OtherReadersProps) {
  const others = preview.candidates.filter(({ format }) => format !== preview.format);
  if (others.length === 0) return null;
  return (
    <div className="wrap flex middle gap-1-2">
      <span className="quiet small">Other possible formats</span>
      {others.map(({ format, reason }) => (
        <Button key={format} small title={reason} onClick={() => onChange({ ...form, format })}>
          {IMPORT_FORMATS[format].title}
        </Button>
      ))}
    </div>
  );
}

const FORMATS = Object.keys(IMPORT_FORMATS) as (keyof typeof IMPORT_FORMATS)[];

const ROLE_OPTIONS = [
  { value: 'customer', label: 'Customer' },
  { value: 'agent', label: 'Agent' },
  { value: 'bot', label: 'Bot' },
  { value: 'system', label: 'System' },
  { value: 'ignored', label: 'Leave out' },
] as const;

interface RolesProps {
  readonly form: ImportForm;
  readonly preview: Preview;
  readonly onChange: (form: ImportForm) => void;
}

function Roles({ form, preview, onChange }: RolesProps) {
  const speakers = speakerRoles(form, preview);
  if (speakers.length === 0) return null;
  return (
    <fieldset className="choices">
      <legend>Speakers</legend>
      <div className="roles">
        {speakers.map(({ speaker, role }) => (
          <div key={speaker} className="role-row middle gap-2 grid">
            <span className="clip">{speaker}</span>
            <Select
              aria-label={`Role of ${speaker}`}
              value={role}
              aria-invalid={role === null || undefined}
              options={[
                ...(role === null ? [{ value: null, label: 'Choose…', disabled: true }] : []),
                ...ROLE_OPTIONS,
              ]}
              onChange={(chosen) =>
                chosen && onChange({ ...form, roles: { ...form.roles, [speaker]: chosen } })
              }
            />
          </div>
        ))}
      </div>
    </fieldset>
  );
}
