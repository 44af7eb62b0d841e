import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { RunId, TagId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { Combobox } from '../../ui/inputs/combobox.tsx';
import { projectQueries } from '../queries.ts';
import { suggestTags } from './tag-suggest.ts';

/** A chosen tag; a tag that does not exist yet has no id. */
export interface ChosenTag {
  readonly id: TagId | null;
  readonly name: string;
}

/** Finds a tag by typing. If new tags are allowed, one is offered last and confirmed before it is created. */
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
  /** Names that are not offered because they are already there. */
  readonly without: readonly string[];
  readonly onPick: (tag: ChosenTag) => void;
  readonly onClose: () => void;
}) {
  const queries = projectQueries(useApi().client);
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const wanted = text.trim().replace(/^#/, '').slice(0, 200);
  const found = useQuery({ ...queries.vocabulary(run, wanted), placeholderData: keepPreviousData });
  const known = found.data?.items ?? [];
  const nearest = found.data?.nearest ?? [];
  const isSettled = found.isSuccess && !found.isPlaceholderData;
  const suggested = suggestTags(text, { known, nearest, isSettled }, without);
  const options = suggested.options.filter(({ kind }) => allowNew || kind !== 'new');
  const isAsking = options.some(({ kind, name }) => kind === 'new' && name === asked);
  const none = isSettled && options.length === 0 && !allowNew ? 'No tag has these letters.' : null;
  const message = isAsking
    ? `There is no tag #${asked} yet. Enter creates it, Esc goes back.`
    : (suggested.message ?? none);
  return (
    <Combobox
      label={label}
      query={text}
      onQuery={(typed) => {
        setAsked(null);
        setText(typed);
      }}
      onEscape={() => (isAsking ? setAsked(null) : onClose())}
      onLeave={onClose}
      onPick={({ kind, name }) => {
        if (kind === 'new' && !isAsking) setAsked(name);
        else onPick({ name, id: [...known, ...nearest].find((tag) => tag.name === name)?.id ?? null });
      }}
      message={found.isError ? 'The known tags could not be loaded.' : message}
      options={options
        .filter(({ kind }) => kind === 'new' || !isAsking)
        .map((option) => ({
          ...option,
          key: `${option.kind} ${option.name}`,
          text: option.kind === 'new' ? `Create #${option.name}` : `#${option.name}`,
          side: option.kind === 'new' ? 'new tag' : formatAmount(option.rounds, 'turn'),
        }))}
    />
  );
}
