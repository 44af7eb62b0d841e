import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../../client/api.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { SelectField, TextField } from '../../../ui/inputs/field.tsx';
import { corpusQueries } from '../../corpus/index.ts';
import { chooseLikeness, LikenessMenu, useLikeness } from '../../likeness/index.ts';
import { asksNothing, EMPTY_FILTER, type FilterForm, numberError } from './filter-form.ts';
import { TagsField } from './tag-field.tsx';
import '../vocabulary.css';

const ANY = { value: '', label: 'Any' } as const;
const YES_NO = [ANY, { value: 'yes', label: 'Yes' }, { value: 'no', label: 'No' }] as const;

const SPEAKERS = [
  ANY,
  { value: 'user', label: 'Customer' },
  { value: 'system', label: 'Agent' },
  { value: 'agent', label: 'Agent, a person' },
  { value: 'bot', label: 'Agent, a bot' },
] as const;

/** Fields for the conditions on turns, all of which must hold. */
export function FilterFields({
  run,
  form,
  onChange,
}: {
  readonly run: RunId | null;
  readonly form: FilterForm;
  readonly onChange: (form: FilterForm) => void;
}) {
  const queries = corpusQueries(useApi().client);
  const sources = useQuery(queries.sources).data ?? [];
  const rare = [
    'pattern',
    'similar',
    'source',
    'state',
    'least',
    'most',
    'origin',
    'checked',
    'flagged',
    'commented',
  ] as const;
  const usual = useLikeness(true);
  const [more, setMore] = useState(() => rare.some((field) => form[field] !== ''));
  const change = (next: Partial<FilterForm>) => onChange({ ...form, ...next });
  const number = (field: 'state' | 'least' | 'most') => ({
    inputMode: 'numeric' as const,
    placeholder: 'Any',
    value: form[field],
    error: numberError(form[field]),
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
  });
  return (
    <div className="stack-3">
      <div className="filter-fields">
        <TextField
          label="Words in the turn"
          type="search"
          value={form.text}
          onChange={(event) => change({ text: event.target.value })}
        />
        <SelectField
          label="Said by"
          value={form.role}
          options={SPEAKERS}
          onChange={(role) => change({ role })}
        />
      </div>
      <div className="filter-fields">
        <TagsField
          label="Has all of these tags"
          run={run}
          tags={form.tagged}
          onChange={(tagged) => change({ tagged })}
        />
        <TagsField
          label="Has none of these tags"
          run={run}
          tags={form.untagged}
          onChange={(untagged) => change({ untagged })}
        />
      </div>
      {more && (
        <div className="filter-fields filter-more">
          <TextField
            label="Matches the pattern"
            hint="A regular expression, such as refund|money back."
            spellCheck={false}
            maxLength={500}
            value={form.pattern}
            onChange={(event) => change({ pattern: event.target.value })}
          />
          <div className="filter-similar">
            <TextField
              label="Similar to"
              hint="The 300 turns most similar to this text."
              maxLength={1000}
              value={form.similar}
              onChange={(event) =>
                change({
                  similar: event.target.value,
                  ...(form.similar === '' ? { similarBy: usual } : {}),
                })
              }
            />
            <LikenessMenu
              ofText
              by={form.similarBy}
              onChoose={(similarBy) => {
                chooseLikeness(similarBy);
                change({ similarBy });
              }}
            />
          </div>
          <SelectField
            label="Source"
            value={form.source}
            options={[ANY, ...sources.map(({ id, name }) => ({ value: String(id), label: name }))]}
            onChange={(source) => change({ source })}
          />
          <TextField label="Leads to state" {...number('state')} />
          <TextField label="Tags, at least" {...number('least')} />
          <TextField label="Tags, at most" {...number('most')} />
          <SelectField
            label="Tags decided by"
            value={form.origin}
            options={[
              ANY,
              { value: 'person', label: 'A person, at least partly' },
              { value: 'machine', label: 'The tagger only' },
            ]}
            onChange={(origin) => change({ origin })}
          />
          <SelectField
            label="Checked"
            value={form.checked}
            options={YES_NO}
            onChange={(checked) => change({ checked })}
          />
          <SelectField
            label="Flagged"
            value={form.flagged}
            options={YES_NO}
            onChange={(flagged) => change({ flagged })}
          />
          <SelectField
            label="Has a comment"
            value={form.commented}
            options={YES_NO}
            onChange={(commented) => change({ commented })}
          />
        </div>
      )}
      <div className="filter-foot">
        {!more && (
          <Button small kind="quiet" onClick={() => setMore(true)}>
            More conditions…
          </Button>
        )}
        {!asksNothing(form) && (
          <Button small kind="quiet" onClick={() => onChange(EMPTY_FILTER)}>
            Clear
          </Button>
        )}
      </div>
    </div>
  );
}
