import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { useSettledValue } from '../../ui/hooks/use-settled-value.ts';
import { TextField } from '../../ui/inputs/field.tsx';
import { readable } from '../../ui/text/readable-error.ts';
import { ConditionBuilder } from './condition-builder.tsx';
import { filterQueries } from './queries.ts';

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
  /** Shown for an empty filter, to say what it means. */
  readonly placeholder?: string;
  readonly where: string;
  /** The tagging run that provides the tags. */
  readonly run: RunId | null;
  readonly onChange: (where: string) => void;
  /** Called with whether the typed filter is valid. */
  readonly onReadable?: (isReadable: boolean) => void;
}) {
  const { client } = useApi();
  const queries = filterQueries(client);
  const settled = useSettledValue(where, QUIET_MS);
  const { data: fields = [] } = useQuery(queries.fields(run));
  const counted = useQuery({ ...queries.count(settled, run), placeholderData: keepPreviousData });
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
        onChange={({ target }) => onChange(target.value)}
      />
      {fields.length > 0 && <ConditionBuilder fields={fields} where={where} onChange={onChange} />}
    </>
  );
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
