import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Likeness } from '#shared/contract/base.ts';
import type { TurnFilterInput } from '#shared/contract/turn-filter.ts';
import type { RunId, SourceId } from '#shared/domain/ids.ts';
import { type ChosenTag, TagFinder } from '../../../project/tags/tag-finder.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { bindTo, SelectField, TextField } from '../../../ui/inputs/field.tsx';
import { ChipContent, chipClass, Icon } from '../../../ui/text/icon.tsx';
import { corpusQueries } from '../../corpus/index.ts';
import { chooseLikeness, LikenessMenu, useLikeness } from '../../likeness/index.ts';
import '../vocabulary.css';

export interface FilterForm {
  readonly role: '' | 'user' | 'system' | 'agent' | 'bot';
  readonly tagged: readonly ChosenTag[];
  readonly untagged: readonly ChosenTag[];
  readonly text: string;
  readonly pattern: string;
  readonly similar: string;
  readonly similarBy: Likeness;
  readonly source: string;
  readonly state: string;
  readonly least: string;
  readonly most: string;
  readonly origin: '' | 'person' | 'machine';
  readonly checked: '' | 'yes' | 'no';
  readonly flagged: '' | 'yes' | 'no';
  readonly commented: '' | 'yes' | 'no';
}

export const EMPTY_FILTER: FilterForm = {
  role: '',
  tagged: [],
  untagged: [],
  text: '',
  pattern: '',
  similar: '',
  similarBy: 'words',
  source: '',
  state: '',
  least: '',
  most: '',
  origin: '',
  checked: '',
  flagged: '',
  commented: '',
};

const numberOf = (text: string): number | null => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : null);
const flagOf = (choice: '' | 'yes' | 'no'): boolean | null => (choice === '' ? null : choice === 'yes');

export function numberError(text: string): string | null {
  return text.trim() === '' || numberOf(text) !== null ? null : 'Enter a whole number, such as 2.';
}

export function filterOf(form: FilterForm): TurnFilterInput {
  const least = numberOf(form.least);
  const most = numberOf(form.most);
  const state = numberOf(form.state);
  const source = numberOf(form.source);
  const ids = (tags: readonly ChosenTag[]) => tags.flatMap(({ id }) => id ?? []);
  return {
    role: form.role === 'user' || form.role === 'system' ? form.role : null,
    speaker: form.role === 'agent' || form.role === 'bot' ? form.role : null,
    tagged: ids(form.tagged),
    untagged: ids(form.untagged),
    text: form.text,
    pattern: form.pattern,
    similar: form.similar,
    similarBy: form.similar.trim() === '' ? 'words' : form.similarBy,
    source: source as SourceId | null,
    state: state === null ? null : { state },
    tagCount: least === null && most === null ? null : { least, most },
    origin: form.origin === '' ? null : form.origin,
    checked: flagOf(form.checked),
    flagged: flagOf(form.flagged),
    commented: flagOf(form.commented),
  };
}

export const asksNothing = (form: FilterForm): boolean =>
  JSON.stringify(filterOf(form)) === JSON.stringify(filterOf(EMPTY_FILTER));

export function TagsField({
  label,
  run,
  tags,
  most = 50,
  allowNew = false,
  first = false,
  hint,
  onChange,
}: {
  readonly label: string;
  readonly run: RunId | null;
  readonly tags: readonly ChosenTag[];
  readonly most?: number;
  readonly allowNew?: boolean;
  readonly first?: boolean;
  readonly hint?: string;
  readonly onChange: (tags: readonly ChosenTag[]) => void;
}) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <fieldset className="field" aria-labelledby={id} data-comes-first={first || undefined}>
      <span className="field-label small bold" id={id}>
        {label}
      </span>
      {(tags.length > 0 || !open) && (
        <div className="row-1 wrap min-control">
          {tags.map((tag) => (
            <button
              key={tag.name}
              type="button"
              className={chipClass('machine')}
              aria-label={`Remove #${tag.name}`}
              title={`Remove #${tag.name}`}
              onClick={() => onChange(tags.filter((other) => other.name !== tag.name))}
            >
              <ChipContent name={tag.name} kind="machine">
                {tag.id === null && <span className="quiet">new</span>}
                <Icon name="close" />
              </ChipContent>
            </button>
          ))}
          {tags.length < most && !open && (
            <Button
              small
              icon="plus"
              aria-label={`${tags.length === 0 ? 'Choose a tag' : 'Another tag'}: ${label}`}
              onClick={() => setOpen(true)}
            >
              {tags.length === 0 ? 'Choose a tag' : 'Another tag'}
            </Button>
          )}
        </div>
      )}
      {open && (
        <div className="rounded outline fill-1 pad-1 shadow">
          <TagFinder
            label="Type a tag"
            run={run}
            allowNew={allowNew}
            without={tags.map(({ name }) => name)}
            onClose={() => setOpen(false)}
            onPick={(tag) => {
              setOpen(false);
              onChange([...tags, tag]);
            }}
          />
        </div>
      )}
      {hint && <span className="quiet small">{hint}</span>}
    </fieldset>
  );
}

const ANY = { value: '', label: 'Any' } as const;
const YES_NO = [ANY, { value: 'yes', label: 'Yes' }, { value: 'no', label: 'No' }] as const;

const SPEAKERS = [
  ANY,
  { value: 'user', label: 'Customer' },
  { value: 'system', label: 'Agent' },
  { value: 'agent', label: 'Agent, a person' },
  { value: 'bot', label: 'Agent, a bot' },
] as const;

interface FilterFieldsProps {
  readonly run: RunId | null;
  readonly form: FilterForm;
  readonly onChange: (form: FilterForm) => void;
}

export function FilterFields({ run, form, onChange }: FilterFieldsProps) {
  const sources = useQuery(corpusQueries.sources).data ?? [];
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
  const bind = bindTo(form, change);
  const number = (field: 'state' | 'least' | 'most') => ({
    inputMode: 'numeric' as const,
    placeholder: 'Any',
    error: numberError(form[field]),
    ...bind(field),
  });
  return (
    <div className="stack-3">
      <div className="filter-fields gap-3 grid at-start">
        <TextField label="Words in the turn" type="search" {...bind('text')} />
        <SelectField label="Said by" {...bind('role')} options={SPEAKERS} />
      </div>
      <div className="filter-fields gap-3 grid at-start">
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
        <div className="filter-fields filter-more gap-3 grid at-start">
          <TextField
            label="Matches the pattern"
            hint="A regular expression, such as refund|money back."
            spellCheck={false}
            maxLength={500}
            {...bind('pattern')}
          />
          <div className="stack-1 filter-similar shrink at-start">
            <TextField
              label="Similar to"
              hint="The 300 turns most similar to this text."
              maxLength={1000}
              value={form.similar}
              onChange={(similar) =>
                change({
                  similar,
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
            {...bind('source')}
            options={[ANY, ...sources.map(({ id, name }) => ({ value: String(id), label: name }))]}
          />
          <TextField label="Leads to state" {...number('state')} />
          <TextField label="Minimum number of tags" {...number('least')} />
          <TextField label="Maximum number of tags" {...number('most')} />
          <SelectField
            label="Tags set by"
            {...bind('origin')}
            options={[
              ANY,
              { value: 'person', label: 'A person (some or all tags)' },
              { value: 'machine', label: 'The tagger only' },
            ]}
          />
          <SelectField label="Checked" {...bind('checked')} options={YES_NO} />
          <SelectField label="Flagged" {...bind('flagged')} options={YES_NO} />
          <SelectField label="Has a comment" {...bind('commented')} options={YES_NO} />
        </div>
      )}
      <div className="flex gap-4 filter-foot">
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
