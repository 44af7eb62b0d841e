import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ModelRun } from '#shared/contract/model-tagging.ts';
import { formatTime } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { runCommand } from '../../commands/use-command.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { SelectField } from '../../ui/inputs/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { EmptyState, FailedState, LoadingState } from '../../ui/state/notice.tsx';
import { modelsCommands, providerQueries } from '../providers/index.ts';
import { modelTaggingQueries } from './queries.ts';
import { RunView } from './run/run-view.tsx';
import { describeState } from './sentences.ts';
import { SetupView } from './setup/setup-view.tsx';
import './model-tagging.css';

/** Tagging with a model: set a run up, look at its pilot, go on, read its account. */
export function ModelTaggingDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useApi();
  const providers = useQuery(providerQueries(client).list);
  const runs = useQuery(modelTaggingQueries(client).runs);
  const [chosen, setChosen] = useState<RunId | 'new' | null>(null);
  const failed = providers.isError ? providers : runs.isError ? runs : null;
  const open = runs.data?.find(({ state }) => state !== 'done' && state !== 'cancelled');
  // A run that is under way is shown first, and stays when it ends.
  if (chosen === null && open) setChosen(open.run);
  const shown = chosen ?? open?.run ?? 'new';

  const body = () => {
    if (failed) return <FailedState error={failed.error} onRetry={() => void failed.refetch()} />;
    if (!providers.data || !runs.data) return <LoadingState />;
    if (shown !== 'new')
      return <RunView key={shown} run={shown} onNew={() => setChosen('new')} onClose={onClose} />;
    if (providers.data.providers.length === 0) {
      return (
        <EmptyState
          title="No model is set up"
          action={<Button onClick={() => runCommand(modelsCommands.settings)}>Set up models…</Button>}
        >
          Add a server on this machine, or one elsewhere. Nothing is sent before you agree to its host.
        </EmptyState>
      );
    }
    return <SetupView providers={providers.data.providers} onStarted={setChosen} />;
  };

  return (
    <Dialog title="Tag with a model" width="wide" onClose={onClose}>
      {(runs.data?.length ?? 0) > 0 && <RunList runs={runs.data ?? []} shown={shown} onChoose={setChosen} />}
      {body()}
    </Dialog>
  );
}

/** The runs so far, and a new one. */
function RunList({
  runs,
  shown,
  onChoose,
}: {
  readonly runs: readonly ModelRun[];
  readonly shown: RunId | 'new';
  readonly onChoose: (run: RunId | 'new') => void;
}) {
  return (
    <SelectField
      label="Run"
      value={String(shown)}
      options={[
        { value: 'new', label: 'New run' },
        ...runs.map((run) => ({
          value: String(run.run),
          label: `${formatTime(run.startedAt)} · ${run.model}, ${run.variant} vocabulary · ${describeState(run)}`,
        })),
      ]}
      onChange={({ target }) => onChoose(runs.find(({ run }) => String(run) === target.value)?.run ?? 'new')}
    />
  );
}
