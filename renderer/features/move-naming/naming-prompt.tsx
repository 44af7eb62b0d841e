import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { SelectField } from '../../ui/inputs/field.tsx';
import { Unanswered } from '../../ui/state/notice.tsx';
import { KeptPrompt, Messages, RequestPreview } from '../lasting-runs/index.ts';
import { namingQueries } from './queries.ts';

type Settings = Parameters<ReturnType<typeof namingQueries>['preview']>[0]['settings'];

/** Shows the prompt, and any request as it would be sent. */
export function NamingPrompt({ settings }: { readonly settings: Settings | null }) {
  const { client } = useApi();
  return (
    <div className="stack-2">
      <KeptPrompt
        title="Prompt"
        hint="The instructions for the model. The names so far and the sentences follow them as data."
        of={useQuery(namingQueries(client).prompt)}
        onSave={(text) => client.moveNaming.savePrompt({ text })}
        onReset={() => client.moveNaming.resetPrompt()}
      />
      <RequestPreview title="Preview of a request" settings={settings}>
        {(chosen) => <Preview settings={chosen} />}
      </RequestPreview>
    </div>
  );
}

function Preview({ settings }: { readonly settings: Settings }) {
  const [request, setRequest] = useState(0);
  const found = useQuery(namingQueries(useApi().client).preview({ settings, request }));
  if (!found.data) return <Unanswered of={found} />;
  const { requests, clusters, role, masked, replaced, messages } = found.data;
  return (
    <div className="stack-2 naming-preview">
      <SelectField
        label="Request"
        value={request}
        options={Array.from({ length: requests }, (_, at) => ({
          value: at,
          label: `${at + 1} of ${requests}`,
        }))}
        onChange={setRequest}
      />
      <p className="quiet small">
        {formatAmount(clusters, 'cluster')} of the {role}.{' '}
        {masked
          ? `${formatAmount(replaced, 'piece')} of personal data replaced here.`
          : 'Personal data is not replaced.'}{' '}
        Names from earlier requests are added to its vocabulary.
      </p>
      <Messages of={messages} />
    </div>
  );
}
