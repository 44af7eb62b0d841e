import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { RunId, TagId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { Combobox } from '../../ui/inputs/combobox.tsx';
import { projectQueries } from '../queries.ts';
import { suggestTags } from './tag-suggest.ts';

/** A tag that was chosen; one that does not exist yet has no id. */
export interface ChosenTag {
  readonly id: TagId | null;
  readonly name: string;
}

/** Finds a tag by typing; a new one, where it may be new, is offered last. */
export function TagFinder({
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
  /** Names that are not offered, since they are there already. */
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
  const none = allowNew || options.length > 0 || !known.isSuccess ? null : 'No tag has these letters.';
  return (
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
        text: option.kind === 'new' ? `Create #${option.name}` : `#${option.name}`,
        side: option.kind === 'new' ? 'new tag' : formatAmount(option.rounds, 'round'),
      }))}
    />
  );
}
