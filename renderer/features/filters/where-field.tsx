import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { writeWhere } from '#shared/algorithms/filters/write-where.ts';
import type { FieldSummary } from '#shared/contract/filters.ts';
import { COMPARISONS, type Comparison, type DialogueFilter } from '#shared/domain/dialogue-filter.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { bothWheres } from '../../project/dialogue-filter.ts';
import { useSettledValue } from '../../ui/hooks/use-settled-value.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { bindTo, SelectField, TextField } from '../../ui/inputs/field.tsx';
import { readable } from '../../ui/text/readable-error.ts';
import { filterQueries } from './queries.ts';

const OF_ONE_MOVE = {
  tag: 'Has the move …',
  starts: 'Starts with the move …',
  ends: 'Ends with the move …',
  returns: 'Returns to the move …',
  repeats: 'Has the move at least … times',
} as const;
const OF_TWO_MOVES = {
  later: 'A, then later B',
  directly: 'A directly before B',
  never: 'A, but no B later',
} as const;
const COMPARED: Readonly<Record<Comparison, string>> = {
  '=': 'is',
  '>=': 'is at least',
  '<=': 'is at most',
  '>': 'is above',
  '<': 'is below',
};
const TAGS_SEEN = 'tags seen';

type OneMove = keyof typeof OF_ONE_MOVE;
type TwoMoves = keyof typeof OF_TWO_MOVES;

interface Draft {
  readonly comparison: Comparison | 'missing' | 'not';
  readonly value: string;
  readonly next: string;
  readonly amount: string;
}
const EMPTY: Draft = { comparison: '=', value: '', next: '', amount: '' };

interface ConditionBuilderProps {
  readonly fields: readonly FieldSummary[];
  readonly where: string;
  readonly onChange: (where: string) => void;
}

function ConditionBuilder({ fields, where, onChange }: ConditionBuilderProps) {
  const [what, setWhat] = useState('');
  const [draft, setDraft] = useState(EMPTY);
  const [known, setKnown] = useState({ before: where, whole: where });
  const before = known.whole === where ? known.before : where;
  const field = fields.find(({ name }) => `field ${name}` === what);
  const moves = fields.find(({ name }) => name === TAGS_SEEN)?.values ?? [];
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    const condition = conditionOf(what, field, next);
    const whole = condition === null ? before : bothWheres(before, writeWhere(condition));
    setKnown({ before, whole });
    if (whole !== where) onChange(whole);
  };
  const begin = (next: string) => {
    setWhat(next);
    setDraft(EMPTY);
    setKnown({ before: where, whole: where });
  };
  const isOfMoves = what in OF_ONE_MOVE || what in OF_TWO_MOVES;
  const bind = bindTo(draft, change);
  return (
    <fieldset className="field-wide condition">
      <legend className="visually-hidden">Add a condition</legend>
      <div className="condition-parts wrap flex gap-2">
        <SelectField
          label="Add a condition"
          value={what}
          options={[{ value: '', label: 'Choose…' }, ...choices(fields, moves.length > 0)]}
          onChange={begin}
        />
        {field && <FieldParts field={field} draft={draft} onChange={change} />}
        {isOfMoves && (
          <MoveField label={what in OF_TWO_MOVES ? 'A' : 'Move'} moves={moves} {...bind('value')} />
        )}
        {what in OF_TWO_MOVES && <MoveField label="B" moves={moves} {...bind('next')} />}
        {(what === 'later' || what === 'directly') && (
          <TextField
            label="Within minutes"
            type="number"
            min={0}
            placeholder="any time"
            {...bind('amount')}
          />
        )}
        {what === 'repeats' && (
          <TextField label="At least" type="number" min={2} placeholder="2" {...bind('amount')} />
        )}
        {what === 'text' && <TextField label="Words" {...bind('value')} />}
        {where !== before && <Button onClick={() => begin('')}>Second move</Button>}
      </div>
    </fieldset>
  );
}

function choices(fields: readonly FieldSummary[], hasMoves: boolean) {
  const entries = (of: Readonly<Record<string, string>>) =>
    Object.entries(of).map(([value, label]) => ({ value, label }));
  return [
    ...fields
      .filter(({ name, different }) => name !== TAGS_SEEN && different > 1)
      .map(({ name }) => ({ value: `field ${name}`, label: name })),
    { value: 'text', label: 'Text' },
    ...(hasMoves ? [...entries(OF_ONE_MOVE), ...entries(OF_TWO_MOVES)] : []),
  ];
}

/** If a field has more values, the value is typed instead of chosen from a list. */
const MOST_CHOICES = 100;

interface FieldPartsProps {
  readonly field: FieldSummary;
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}

function FieldParts({ field, draft, onChange }: FieldPartsProps) {
  const { kind, values, different, range } = field;
  const comparisons = kind === 'words' ? (['='] as const) : COMPARISONS;
  const options = [
    ...comparisons.map((value) => ({ value, label: COMPARED[value] })),
    { value: 'not', label: 'is not' },
    { value: 'missing', label: 'is missing' },
  ] as const;
  const isChosen = kind === 'words' && different <= MOST_CHOICES;
  const bind = bindTo(draft, onChange);
  return (
    <>
      <SelectField label="Comparison" {...bind('comparison')} options={options} />
      {draft.comparison !== 'missing' &&
        (isChosen ? (
          <SelectField
            label="Value"
            {...bind('value')}
            options={[
              { value: '', label: 'Choose…' },
              ...values.map(({ value, dialogues }) => ({
                value,
                label: `${value} (${formatCount(dialogues)})`,
              })),
            ]}
          />
        ) : (
          <TextField
            label="Value"
            type={kind === 'date' ? 'date' : kind === 'number' ? 'number' : 'text'}
            step="any"
            placeholder={range?.least}
            {...bind('value')}
          />
        ))}
    </>
  );
}

interface MoveFieldProps {
  readonly label: string;
  readonly moves: FieldSummary['values'];
  readonly value: string;
  readonly onChange: (tag: string) => void;
}

function MoveField({ label, moves, value, onChange }: MoveFieldProps) {
  return (
    <SelectField
      label={label}
      value={value}
      options={[
        { value: '', label: 'Choose…' },
        ...moves.map(({ value: tag, dialogues }) => ({
          value: tag,
          label: `#${tag} (${formatAmount(dialogues, 'dialogue')}, any tag)`,
        })),
      ]}
      onChange={onChange}
    />
  );
}

const isOneMove = (what: string): what is OneMove => what in OF_ONE_MOVE;
const isTwoMoves = (what: string): what is TwoMoves => what in OF_TWO_MOVES;

/** Returns null if a choice is missing. */
function conditionOf(
  what: string,
  field: FieldSummary | undefined,
  { comparison, value, next, amount }: Draft,
): DialogueFilter | null {
  const move = { role: null, tag: value };
  if (field && comparison === 'missing') return { kind: 'missing', field: field.name };
  if (value.trim() === '') return null;
  if (field) {
    const test = { kind: 'field', field: field.name, values: [value] } as const;
    return comparison === 'not'
      ? { kind: 'not', of: { ...test, comparison: '=' } }
      : { ...test, comparison: comparison === 'missing' ? '=' : comparison };
  }
  if (what === 'text') return { kind: 'text', query: value };
  if (isOneMove(what)) {
    if (what === 'tag') return { kind: 'tag', tag: value };
    return what === 'repeats'
      ? { kind: 'repeats', move, least: Math.max(2, Math.floor(Number(amount) || 2)) }
      : { kind: what, move };
  }
  if (!isTwoMoves(what) || next === '') return null;
  const seconds = Number(amount) * 60;
  const time = what !== 'never' && seconds > 0 ? ({ kind: 'within', seconds } as const) : null;
  return { kind: 'order', order: what, move, next: { role: null, tag: next }, time };
}

const QUIET_MS = 200;

/** A field for a filter, typed or chosen from existing values, with the number of dialogues that pass. */
export function WhereField({
  label = 'Only dialogues where',
  placeholder = 'all dialogues',
  where,
  run,
  onChange,
  onReadable,
}: {
  readonly label?: string;
  readonly placeholder?: string;
  readonly where: string;
  readonly run: RunId | null;
  readonly onChange: (where: string) => void;
  readonly onReadable?: (isReadable: boolean) => void;
}) {
  const settled = useSettledValue(where, QUIET_MS);
  const { data: fields = [] } = useQuery(filterQueries.fields(run));
  const counted = useQuery({ ...filterQueries.count(settled, run), placeholderData: keepPreviousData });
  const error = counted.error === null ? null : readable(counted.error);
  const isReadable = error === null;
  useEffect(() => onReadable?.(isReadable), [onReadable, isReadable]);
  return (
    <>
      <TextField
        className="field-wide"
        label={label}
        value={where}
        placeholder={placeholder}
        spellCheck={false}
        error={error && `${error.message} ${error.nextStep ?? ''}`}
        hint={
          !error &&
          counted.data &&
          (settled.trim() === ''
            ? `${capitalised(placeholder)}. Or, for example: minutes > 30 and text = refund`
            : `${formatCount(counted.data.dialogues)} of ${formatAmount(counted.data.of, 'dialogue')}`)
        }
        onChange={onChange}
      />
      {fields.length > 0 && <ConditionBuilder fields={fields} where={where} onChange={onChange} />}
    </>
  );
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
