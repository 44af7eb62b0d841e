import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { SelectField } from '../../ui/inputs/field.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { Unanswered } from '../../ui/state/notice.tsx';
import { PromptEditor } from '../comparison/index.ts';
import { namingQueries } from './queries.ts';

type Settings = Parameters<ReturnType<typeof namingQueries>['preview']>[0]['settings'];

/** What the model is told, and any request as it would be sent. */
export function NamingPrompt({ settings }: { readonly settings: Settings | null }) {
  const { client } = useApi();
  const [open, setOpen] = useState(false);
  const prompt = useQuery(namingQueries(client).prompt);
  if (prompt.isError || !prompt.data) return <Unanswered of={prompt} />;
  return (
    <div className="stack-2">
      <PromptEditor
        key={prompt.data.version}
        title="Prompt"
        hint="What the model is told. The names so far and the sentences follow it as data."
        prompt={prompt.data}
        onSave={(text) => client.moveNaming.savePrompt({ text })}
        onReset={() => client.moveNaming.resetPrompt()}
      />
      <details className="prompt-editor" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>A request as it would be sent</summary>
        {open && settings && <Preview settings={settings} />}
        {open && !settings && <p className="quiet">Fill the fields above first.</p>}
      </details>
    </div>
  );
}

function Preview({ settings }: { readonly settings: Settings }) {
  const [request, setRequest] = useState(0);
  const found = useQuery(namingQueries(useApi().client).preview({ settings, request }));
  if (found.isError || !found.data) return <Unanswered of={found} />;
  const { data } = found;
  return (
    <div className="stack-2 naming-preview">
      <SelectField
        label="Request"
        value={String(request)}
        options={Array.from({ length: data.requests }, (_, at) => ({
          value: String(at),
          label: `${at + 1} of ${data.requests}`,
        }))}
        onChange={({ target }) => setRequest(Number(target.value))}
      />
      <p className="quiet small">
        {formatAmount(data.clusters, 'cluster')} of the {data.role}.{' '}
        {data.masked
          ? `${formatAmount(data.replaced, 'piece')} of personal data replaced here.`
          : 'Personal data is not replaced.'}{' '}
        Names that requests before it give are added to its vocabulary.
      </p>
      {data.messages.map((message) => (
        <Focusable as="pre" key={message.role} className="run-prompt">
          {message.role}: {message.content}
        </Focusable>
      ))}
    </div>
  );
}
