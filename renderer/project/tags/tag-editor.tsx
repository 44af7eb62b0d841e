import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { Combobox } from '../../ui/inputs/combobox.tsx';
import { projectQueries } from '../queries.ts';
import { suggestTags } from './tag-suggest.ts';

/** Chooses a tag by typing: known ones are found, a new one has to be made explicitly. */
export function TagEditor({
  label,
  run,
  present,
  onTake,
  onClose,
}: {
  readonly label: string;
  readonly run: RunId | null;
  /** Names the round has already. */
  readonly present: readonly string[];
  readonly onTake: (name: string) => void;
  readonly onClose: () => void;
}) {
  const queries = projectQueries(useApi().client);
  const box = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const wanted = text.trim().replace(/^#/, '').slice(0, 200);
  const known = useQuery({ ...queries.vocabulary(run, wanted), placeholderData: keepPreviousData });
  const settled = known.isSuccess && !known.isPlaceholderData;
  const { options, message } = suggestTags(text, known.data?.items ?? [], present, settled);

  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    <div ref={box} className="tag-editor">
      <Combobox
        label={label}
        query={text}
        onQuery={setText}
        onEscape={onClose}
        onLeave={onClose}
        onPick={(option) => onTake(option.name)}
        message={message ?? (known.isError ? 'The known tags could not be loaded.' : null)}
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
