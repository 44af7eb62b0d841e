import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../client/api.tsx';
import { SelectField } from '../../ui/inputs/field.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { ErrorNotice, LoadingState, Unanswered } from '../../ui/state/notice.tsx';
import { PromptEditor } from '../comparison/index.ts';
import { judgingQueries, type QuestionAsked } from './queries.ts';

/** What the judge is told, and the first question as it would be sent. */
export function JudgePrompt({ settings }: { readonly settings: QuestionAsked['settings'] | null }) {
  const { client } = useApi();
  const [open, setOpen] = useState(false);
  const prompt = useQuery(judgingQueries(client).prompt);
  if (prompt.isError || !prompt.data) return <Unanswered of={prompt} />;
  return (
    <div className="stack-2">
      <PromptEditor
        key={prompt.data.version}
        title="Prompt of the judge"
        hint="What the judge is told. The true dialogue and both answers follow it as data."
        prompt={prompt.data}
        onSave={(text) => client.judging.savePrompt({ text })}
        onReset={() => client.judging.resetPrompt()}
      />
      <details className="prompt-editor" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>First question as it would be sent</summary>
        {open && settings && <Question settings={settings} />}
        {open && !settings && <p className="quiet">Fill the fields above first.</p>}
      </details>
    </div>
  );
}

/** What is asked about one pair of answers, in either order. */
export function Question({
  settings,
  item = null,
  pair = 0,
}: Pick<QuestionAsked, 'settings' | 'item' | 'pair'>) {
  const { client } = useApi();
  const [first, setFirst] = useState('baseline');
  const found = useQuery(
    judgingQueries(client).question({ settings, item, pair, baselineFirst: first === 'baseline' }),
  );
  return (
    <div className="stack-2 judge-question">
      <SelectField
        label="Shown first"
        className="row-1 sheet-choice"
        value={first}
        options={[
          { value: 'baseline', label: 'the baseline' },
          { value: 'column', label: 'the column' },
        ]}
        onChange={({ target }) => setFirst(target.value)}
      />
      {found.isError && <ErrorNotice error={found.error} />}
      {found.isPending && <LoadingState />}
      {found.data?.messages.map((message) => (
        <Focusable as="pre" key={message.role} className="run-prompt">
          {message.role}: {message.content}
        </Focusable>
      ))}
    </div>
  );
}
