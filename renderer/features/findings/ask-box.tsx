import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { Combobox } from '../../ui/inputs/combobox.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import { filterQueries } from '../filters/index.ts';
import { findingQueries } from './queries.ts';
import { type Question, questionsFor } from './questions.ts';

/** A field with more values identifies dialogues and does not group them. */
const MOST_VALUES = 100;
const NO_GROUPS = ['id', 'tags seen', 'outcome', 'reopened', 'corrected'];

/** The field in which questions are typed or chosen. A click opens its list. */
export function AskBox({
  run,
  onAsk,
}: {
  readonly run: RunId | null;
  readonly onAsk: (question: Question) => void;
}) {
  const { client } = useApi();
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const opener = useRef<HTMLButtonElement>(null);
  const { data: vocabulary } = useQuery({ ...findingQueries(client).tags(run), enabled: open });
  const { data: fields } = useQuery({ ...filterQueries(client).fields(run), enabled: open });
  const known = useMemo(
    () => ({
      tags: (vocabulary?.items ?? []).map(({ name }) => name),
      fields: (fields ?? [])
        .filter(
          ({ name, kind, different }) =>
            kind === 'words' && different > 1 && different <= MOST_VALUES && !NO_GROUPS.includes(name),
        )
        .map(({ name }) => name),
    }),
    [vocabulary, fields],
  );
  const questions = useMemo(() => questionsFor(query, known), [query, known]);
  const close = (): void => {
    setOpen(false);
    setQuery('');
  };
  if (!open)
    return (
      <button ref={opener} type="button" className="row-2 ask" onClick={() => setOpen(true)}>
        <Icon name="search" />
        Ask: where do customers wait longest?
      </button>
    );
  return (
    <div className="ask-open">
      <Combobox
        label="Ask about these dialogues"
        query={query}
        options={questions.map((question) => ({ key: question.words, text: question.words, question }))}
        message={
          questions.length === 0
            ? 'No question fits. Name a tag, or two as “ask-question then thank within 2 h”.'
            : null
        }
        onQuery={setQuery}
        onPick={({ question }) => {
          close();
          onAsk(question);
        }}
        onEscape={() => {
          close();
          requestAnimationFrame(() => opener.current?.focus());
        }}
        onLeave={close}
      />
    </div>
  );
}
