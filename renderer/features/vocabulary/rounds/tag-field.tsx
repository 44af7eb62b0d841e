import { useId, useState } from 'react';
import type { RunId } from '#shared/domain/ids.ts';
import { type ChosenTag, TagFinder } from '../../../project/tags/tag-finder.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { Icon } from '../../../ui/text/icon.tsx';
import { ChipContent, chipClass } from '../../../ui/text/tag-chip.tsx';

/** A labelled field for tags. Click a chip to remove a tag, type to add one. */
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
  /** True if it gets the focus when its dialog opens. */
  readonly first?: boolean;
  readonly hint?: string;
  readonly onChange: (tags: readonly ChosenTag[]) => void;
}) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <fieldset className="field" aria-labelledby={id} data-comes-first={first || undefined}>
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
        <div className="tag-finder">
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
      {hint && <span className="field-hint">{hint}</span>}
    </fieldset>
  );
}
