import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { RunId, TagId } from '#shared/domain/ids.ts';
import { useApi } from '../../../client/api.tsx';
import { projectQueries } from '../../../project/queries.ts';
import { suggestTags } from '../../../project/tags/tag-suggest.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Combobox } from '../../../ui/inputs/combobox.tsx';
import { Icon } from '../../../ui/text/icon.tsx';
import { ChipContent, chipClass } from '../../../ui/text/tag-chip.tsx';

/** A tag that was chosen; one that does not exist yet has no id. */
export interface ChosenTag {
  readonly id: TagId | null;
  readonly name: string;
}

/** Finds a tag by typing; a new one, where it may be new, has to be made explicitly. */
function TagFinder({
  label,
  run,
  allowNew,
  without,
  onPick,
  onClose,
}: {
  readonly label: string;
  readonly run: RunId | null;
  readonly allowNew: boolean;
  readonly without: readonly string[];
  readonly onPick: (tag: ChosenTag) => void;
  readonly onClose: () => void;
}) {
  const queries = projectQueries(useApi().client);
  const [text, setText] = useState('');
  const wanted = text.trim().replace(/^#/, '').slice(0, 200);
  const known = useQuery({ ...queries.vocabulary(run, wanted), placeholderData: keepPreviousData });
  const items = known.data?.items ?? [];
  const settled = allowNew && known.isSuccess && !known.isPlaceholderData;
  const { options, message } = suggestTags(text, items, without, settled);
  const none = settled || options.length > 0 || !known.isSuccess ? null : 'No tag has these letters.';
  return (
    <div className="tag-finder">
      <Combobox
        label={label}
        query={text}
        onQuery={setText}
        onEscape={onClose}
        onLeave={onClose}
        onPick={(option) =>
          onPick({ name: option.name, id: items.find(({ name }) => name === option.name)?.id ?? null })
        }
        message={known.isError ? 'The known tags could not be loaded.' : (message ?? none)}
        options={options.map((option) => ({
          key: `${option.kind} ${option.name}`,
          name: option.name,
          explicit: option.kind === 'new',
          text: option.kind === 'new' ? `Create #${option.name}` : `#${option.name}`,
          side: option.kind === 'new' ? 'new tag' : formatAmount(option.rounds, 'round'),
        }))}
      />
    </div>
  );
}

/** A labelled choice of tags: the chosen ones as chips, each taken away by a click, and one more found by typing. */
export function TagsField({
  label,
  run,
  tags,
  most = 50,
  allowNew = false,
  hint,
  onChange,
}: {
  readonly label: string;
  readonly run: RunId | null;
  readonly tags: readonly ChosenTag[];
  readonly most?: number;
  readonly allowNew?: boolean;
  readonly hint?: string;
  readonly onChange: (tags: readonly ChosenTag[]) => void;
}) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <fieldset className="field" aria-labelledby={id}>
      <span className="field-label" id={id}>
        {label}
      </span>
      {(tags.length > 0 || !open) && (
        <div className="row-1 tags-field">
          {tags.map((tag) => (
            <button
              key={tag.name}
              type="button"
              className={chipClass('machine')}
              aria-label={`Take #${tag.name} off`}
              title={`Take #${tag.name} off`}
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
      )}
      {hint && <span className="field-hint">{hint}</span>}
    </fieldset>
  );
}
