import type { Preview, SpeakersInput } from '#shared/contract/corpus.ts';
import type { SpeakerKind } from '#shared/domain/dialogue.ts';
import { Choice, SelectField } from '../../ui/inputs/field.tsx';
import { type ColumnRole, type ImportForm, isAnyJson, shownMap, type TurnList } from './import-form.ts';

const COLUMN_LABELS: Readonly<Record<ColumnRole, string>> = {
  conversation: 'Dialogue',
  speaker: 'Speaker',
  text: 'Text',
  time: 'Time',
};

type Who = SpeakersInput['by'] | 'column';

const SIDES: readonly { readonly value: SpeakerKind; readonly label: string }[] = [
  { value: 'customer', label: 'Customer' },
  { value: 'agent', label: 'Agent' },
  { value: 'bot', label: 'Bot' },
];

const listKey = ({ records, turns }: TurnList): string => `${records} ${turns}`;

function listLabel({ records, turns }: TurnList): string {
  const holder = records.replace(/\.?\*$/, '');
  const each = records === '' ? 'each value' : holder === '' ? 'each entry' : `each of ${holder}`;
  if (turns === '') return `${each} is one turn`;
  return turns === '*' ? `${each} is a list of turns` : `${turns} of ${each}`;
}

interface MappingFieldsProps {
  readonly form: ImportForm;
  readonly preview: Preview;
  readonly columns: readonly string[];
  readonly onChange: (form: ImportForm) => void;
}

export function MappingFields({ form, preview, columns, onChange }: MappingFieldsProps) {
  const map = shownMap(form, preview);
  const isJson = isAnyJson(preview);
  const noun = isJson ? 'field' : 'column';
  const who: Who = map.speakers?.by ?? 'column';
  const list: TurnList = { records: map.records ?? '', turns: map.turns ?? '' };
  const lists = preview.lists.some((other) => listKey(other) === listKey(list))
    ? preview.lists
    : [list, ...preview.lists];
  const outer = isJson && list.turns !== '' ? preview.recordFields : columns;
  const setColumn = (role: ColumnRole, column: string): void =>
    onChange({
      ...form,
      columns: { ...form.columns, [role]: column },
      ...(role === 'speaker' && { speakers: null }),
    });
  const setSpeakers = (speakers: SpeakersInput | null): void => {
    const { speaker: _, ...rest } = form.columns;
    onChange({ ...form, speakers, columns: rest });
  };
  const column = (role: ColumnRole, none: string, of: readonly string[] = columns) => (
    <SelectField
      label={`${COLUMN_LABELS[role]} ${noun}`}
      value={map[role] ?? ''}
      options={[{ value: '', label: none }, ...of.map((name) => ({ value: name, label: name }))]}
      onChange={(chosen) => setColumn(role, chosen)}
    />
  );
  return (
    <div className="stack-2">
      {isJson && (
        <SelectField
          label="Turns"
          value={listKey(list)}
          options={lists.map((other) => ({ value: listKey(other), label: listLabel(other) }))}
          onChange={(key) => {
            const chosen = lists.find((other) => listKey(other) === key) ?? null;
            // The choices for another list do not apply to this one.
            onChange({ ...form, list: chosen, columns: {}, speakers: null, labels: null });
          }}
        />
      )}
      <div className="halves gap-2">
        {column('conversation', isJson ? 'Position or key in the file' : 'Choose…', outer)}
        <SelectField
          label="Who speaks"
          value={who}
          options={[
            { value: 'column', label: `Named in a ${noun}` },
            { value: 'prefix', label: 'Named at the start of the text' },
            { value: 'alternation', label: 'Speakers alternate' },
            { value: 'columns', label: `One ${noun} per speaker` },
            { value: 'constant', label: 'Always the same speaker' },
          ]}
          onChange={(chosen) => setSpeakers(startOf(chosen, columns))}
        />
        {who === 'column' && column('speaker', 'Choose…')}
        {map.speakers && (
          <Speakers speakers={map.speakers} columns={columns} noun={noun} onChange={setSpeakers} />
        )}
        {who !== 'columns' && column('text', 'Choose…')}
        {column('time', 'None')}
      </div>
      <Labels
        columns={columns}
        labels={map.labels ?? []}
        noun={noun}
        onChange={(labels) => onChange({ ...form, labels })}
      />
    </div>
  );
}

function startOf(who: Who, columns: readonly string[]): SpeakersInput | null {
  if (who === 'constant') return { by: who, is: 'customer' };
  if (who === 'alternation') return { by: who, first: 'customer' };
  if (who === 'prefix') return { by: who };
  if (who === 'column') return null;
  return {
    by: who,
    columns: [
      { column: columns[0] ?? '', is: 'customer' },
      { column: columns[1] ?? '', is: 'agent' },
    ],
  };
}

interface SpeakersProps {
  readonly speakers: SpeakersInput;
  readonly columns: readonly string[];
  readonly noun: string;
  readonly onChange: (speakers: SpeakersInput) => void;
}

function Speakers({ speakers, columns, noun, onChange }: SpeakersProps) {
  const sides = (label: string, value: SpeakerKind, take: (kind: SpeakerKind) => SpeakersInput) => (
    <SelectField label={label} value={value} options={SIDES} onChange={(side) => onChange(take(side))} />
  );
  if (speakers.by === 'constant') return sides('Speaker', speakers.is, (is) => ({ by: 'constant', is }));
  if (speakers.by === 'alternation')
    return sides('First speaker', speakers.first, (first) => ({ by: 'alternation', first }));
  if (speakers.by === 'prefix') return null;
  return speakers.columns.map(({ column, is }, index) => (
    <SelectField
      key={is}
      label={`${SIDES.find((side) => side.value === is)?.label ?? is}’s ${noun}`}
      value={column}
      options={columns.map((name) => ({ value: name, label: name }))}
      onChange={(chosen) =>
        onChange({
          by: 'columns',
          columns: speakers.columns.map((other, place) =>
            place === index ? { ...other, column: chosen } : other,
          ),
        })
      }
    />
  ));
}

interface LabelsProps {
  readonly columns: readonly string[];
  readonly labels: readonly string[];
  readonly noun: string;
  readonly onChange: (labels: string[]) => void;
}

function Labels({ columns, labels, noun, onChange }: LabelsProps) {
  return (
    <details className="breaks">
      <summary>{labels.length === 0 ? 'Labels: none' : `Labels: ${labels.join(', ')}`}</summary>
      <p className="quiet small">
        The {noun}s that you choose become labels of each message. All other {noun}s become fields.
      </p>
      {columns.map((column) => (
        <Choice
          key={column}
          label={column}
          checked={labels.includes(column)}
          onChange={(checked) =>
            onChange(checked ? [...labels, column] : labels.filter((other) => other !== column))
          }
        />
      ))}
    </details>
  );
}
