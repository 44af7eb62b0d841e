import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { writeWhere } from '#shared/algorithms/filters/write-where.ts';
import type { FieldSummary, OutcomeInput } from '#shared/contract/filters.ts';
import type { DialogueFilter } from '#shared/domain/dialogue-filter.ts';
import { formatAmount, formatCount, formatShare } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about } from '../../client/queries.ts';
import { narrowFilterBy, readFilter, useDialogueFilter } from '../../project/dialogue-filter.ts';
import { filterBy, useView } from '../../project/view.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Form, SearchField, SelectField, TextField } from '../../ui/inputs/field.tsx';
import { FailedState, LoadingState } from '../../ui/state/notice.tsx';
import { chipsOf, filterOf, meaningOf } from './chips.ts';
import { filterQueries } from './queries.ts';

const SHOWN_AT_FIRST = 7;

export function FieldsPanel({ run }: { readonly run: RunId | null }) {
  const { where, filter } = useDialogueFilter();
  const { data, error, refetch } = useQuery({
    ...filterQueries.fields(run, where),
    placeholderData: keepPreviousData,
  });
  const [sought, setSought] = useState('');
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label="Reading the fields…" />;
  const words = sought.trim().toLowerCase();
  const fields = data.filter(
    ({ name, different }) => name !== 'id' && different > 1 && name.toLowerCase().includes(words),
  );
  const parts = new Set(chipsOf(filter).parts.map(writeWhere));
  return (
    <section className="fields stack grow shrink-down" aria-label="Fields">
      <div className="rigid wrap flex middle pad-2-3 line-below gap-2-4">
        <SearchField label="Find a field" value={sought} onChange={setSought} />
        <span className="quiet small">
          Choose a value to see only dialogues with that value. Choose it again to see all dialogues.
        </span>
      </div>
      <div className="scroll">
        <div className="fields-cards pad-3">
          {fields.map((field) => (
            <FieldCard key={field.name} field={field} parts={parts} isFiltered={where !== ''} all={data} />
          ))}
        </div>
      </div>
    </section>
  );
}

interface FieldCardProps {
  readonly field: FieldSummary;
  readonly parts: ReadonlySet<string>;
  readonly isFiltered: boolean;
  readonly all: readonly FieldSummary[];
}

function FieldCard({ field, parts, isFiltered, all }: FieldCardProps) {
  const [isWhole, setWhole] = useState(false);
  const meaning = meaningOf(field.name);
  const rows = rowsOf(field);
  const most = Math.max(1, ...rows.map(({ dialogues }) => dialogues));
  const shown = isWhole || field.bins.length > 0 ? rows : rows.slice(0, SHOWN_AT_FIRST);
  return (
    <section className="field-card pad-bottom-4" aria-label={field.name}>
      <h3 className="clip">{field.name}</h3>
      <p className="quiet small">
        {formatAmount(field.different, 'value')}, {formatAmount(field.dialogues, 'dialogue')}
      </p>
      {meaning && <p className="quiet small">{meaning}</p>}
      {field.name === 'outcome' && <OutcomeField all={all} />}
      <ul>
        {shown.map(({ label, condition, dialogues, passing }) => {
          const text = writeWhere(condition);
          const isOn = parts.has(text);
          return (
            <li key={text}>
              <button
                type="button"
                className="field-value lights wide middle gap-2 min-small small no-border grid rounded no-fill pointer to-start pad-0-1"
                aria-pressed={isOn}
                title={`${text}: ${formatAmount(dialogues, 'dialogue')}, ${formatShare(dialogues / field.dialogues)}`}
                onClick={() => toggle(text, isOn)}
              >
                <span className="clip">{label}</span>
                <span className="field-value-bar" aria-hidden="true">
                  <span style={{ width: `${(100 * dialogues) / most}%` }} />
                  <span className="field-value-passing" style={{ width: `${(100 * passing) / most}%` }} />
                </span>
                <span className="number">
                  {isFiltered && passing !== dialogues && `${formatCount(passing)} of `}
                  {formatCount(dialogues)}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {shown.length < rows.length && (
        <Button small kind="quiet" onClick={() => setWhole(true)}>
          {formatCount(rows.length - shown.length)} more
        </Button>
      )}
    </section>
  );
}

function toggle(text: string, isOn: boolean): void {
  if (!isOn) {
    narrowFilterBy(text);
    return;
  }
  const { joined, parts } = chipsOf(readFilter(useView.getState().where));
  const rest = filterOf({ joined, parts: parts.filter((part) => writeWhere(part) !== text) });
  filterBy(rest === null ? '' : writeWhere(rest));
}

interface Row {
  readonly label: string;
  readonly condition: DialogueFilter;
  readonly dialogues: number;
  readonly passing: number;
}

function rowsOf({ name, kind, values, bins }: FieldSummary): Row[] {
  if (bins.length === 0)
    return values.map(({ value, ...counts }) => ({
      label: value,
      condition:
        name === 'tags seen'
          ? { kind: 'tag', tag: value }
          : { kind: 'field', field: name, comparison: '=', values: [value] },
      ...counts,
    }));
  const isWhole = kind === 'number' && values.every(({ value }) => Number.isInteger(Number(value)));
  return bins.map(({ from, to, ...counts }) => {
    const bound = (comparison: '<' | '>=', value: string): DialogueFilter => ({
      kind: 'field',
      field: name,
      comparison,
      values: [value],
    });
    const of = [...(from === null ? [] : [bound('>=', from)]), ...(to === null ? [] : [bound('<', to)])];
    const [only] = of;
    return {
      label: kind === 'date' ? dateText(from, to) : binText(from, to, isWhole),
      condition: of.length === 1 && only ? only : { kind: 'all', of },
      ...counts,
    };
  });
}

const dateText = (from: string | null, to: string | null): string =>
  from === null ? `before ${to}` : `from ${from}`;

function binText(from: string | null, to: string | null, isWhole: boolean): string {
  if (to === null) return `${from} and more`;
  if (from === null) return `below ${to}`;
  const last = isWhole ? String(Number(to) - 1) : to;
  return last === from ? from : `${from} – ${last}`;
}

function OutcomeField({ all }: { readonly all: readonly FieldSummary[] }) {
  const { data: outcome } = useQuery(filterQueries.outcome);
  const { mutate } = useMutation({
    mutationFn: (choice: OutcomeInput) => client.filters.setOutcome(choice),
    meta: about('tags'),
  });
  const [named, setNamed] = useState<string | null>(null);
  if (!outcome) return null;
  const kept = outcome.kind === 'field' ? `field ${outcome.field}` : outcome.kind;
  const value = named === null ? kept : 'tags';
  const own = ['tags seen', 'outcome', 'abandoned', 'reopened', 'corrected', 'id'];
  const tags = (named ?? (outcome.kind === 'tags' ? outcome.tags.join(', ') : ''))
    .split(/[\s,]+/)
    .filter(Boolean);
  return (
    <>
      <SelectField
        label="Outcome from"
        value={value}
        options={[
          { value: 'last-tag', label: 'the last move' },
          { value: 'last-state', label: 'the last state of the latest automaton' },
          { value: 'tags', label: 'the first of these tags that occurs' },
          ...all
            .filter(({ name, different }) => !own.includes(name) && different > 1)
            .map(({ name }) => ({ value: `field ${name}`, label: `the field ${name}` })),
        ]}
        onChange={(kind) => {
          setNamed(kind === 'tags' ? '' : null);
          if (kind === 'last-tag' || kind === 'last-state') mutate({ kind });
          else if (kind.startsWith('field ')) mutate({ kind: 'field', field: kind.slice('field '.length) });
        }}
      />
      {value === 'tags' && (
        <Form
          onSubmit={() => {
            if (tags.length > 0) mutate({ kind: 'tags', tags }, { onSuccess: () => setNamed(null) });
          }}
        >
          <TextField
            label="Tags"
            hint="Separate tags with commas. The outcome of a dialogue is the first tag in this list that the dialogue has. Enter saves."
            value={named ?? (outcome.kind === 'tags' ? outcome.tags.join(', ') : '')}
            placeholder="e.g. confirm-solved, escalate"
            spellCheck={false}
            onChange={setNamed}
          />
        </Form>
      )}
    </>
  );
}
