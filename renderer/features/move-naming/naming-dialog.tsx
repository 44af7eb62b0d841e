import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { NamingEstimate } from '#shared/contract/move-naming.ts';
import type { Provider } from '#shared/contract/providers.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import { known } from '#shared/domain/known.ts';
import { useApi } from '../../client/api.tsx';
import { runCommand } from '../../commands/use-command.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { SelectField, TextField } from '../../ui/inputs/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { FailedState, LoadingState, Notice } from '../../ui/state/notice.tsx';
import { estimatedCost } from '../batch/index.ts';
import { isReady } from '../columns/index.ts';
import {
  LimitFields,
  type LimitsForm,
  limitsOf,
  START_LIMITS,
  StartDialog,
  wholeIn,
} from '../lasting-runs/index.ts';
import { modelsCommands, providerQueries } from '../providers/index.ts';
import { showResult } from '../results/index.ts';
import { NAMING } from './commands.ts';
import { NamingPrompt } from './naming-prompt.tsx';
import './move-naming.css';

/** A model that names the moves: who is asked, how finely the moves are cut, what it may cost. */
export function NamingDialog({ onClose }: { readonly onClose: () => void }) {
  const providers = useQuery(providerQueries(useApi().client).list);
  const ready = (providers.data?.providers ?? []).filter(isReady);
  if (ready.length > 0) return <NamingForm providers={ready} onClose={onClose} />;
  return (
    <Dialog
      title="Name the moves by a model"
      onClose={onClose}
      foot={<Button onClick={onClose}>Close</Button>}
    >
      {providers.isError ? (
        <FailedState error={providers.error} onRetry={() => void providers.refetch()} />
      ) : providers.isPending ? (
        <LoadingState />
      ) : (
        <Notice actions={<Button onClick={() => runCommand(modelsCommands.settings)}>Set up models…</Button>}>
          No model is set up yet, or its host was not agreed to.
        </Notice>
      )}
    </Dialog>
  );
}

function NamingForm({
  providers,
  onClose,
}: {
  /** At least one, agreed to. */
  readonly providers: readonly Provider[];
  readonly onClose: () => void;
}) {
  const { client } = useApi();
  const usual = known(providers[0], 'server to ask');
  const [provider, setProvider] = useState(usual.id);
  const [model, setModel] = useState(usual.chatModel ?? '');
  const [number, setNumber] = useState('120');
  const [limits, setLimits] = useState<LimitsForm>({ ...START_LIMITS, concurrency: '2' });
  const server = providers.find(({ id }) => id === provider) ?? usual;
  const models = useId();
  const offered = useQuery(providerQueries(client).models(server.id, server.baseUrl));
  const clusters = wholeIn(number, 2, 500);
  const within = limitsOf(limits);
  const settings =
    model.trim() === '' || clusters === null || within === null
      ? null
      : { namer: { provider: server.id, model: model.trim() }, clusters, ...within };
  return (
    <StartDialog
      title="Name the moves by a model"
      settings={settings}
      estimate={(asked) => client.moveNaming.estimate(asked)}
      estimated={(found) => <Estimated found={found} host={server.name} />}
      start={(asked) => client.moveNaming.start(asked)}
      onStarted={(run) => showResult(NAMING, run, true)}
      onClose={onClose}
      after={<NamingPrompt settings={settings} />}
    >
      <p className="quiet">
        The moves are cut into fine clusters. The model sees up to eight typical sentences of each and names
        it; clusters of one name become one move. Nothing changes until you have looked through the names.
      </p>
      <div className="naming-fields">
        <SelectField
          label="Server"
          value={server.id}
          options={providers.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target }) => {
            setProvider(target.value);
            setModel(providers.find(({ id }) => id === target.value)?.chatModel ?? '');
          }}
        />
        <TextField
          label="Model"
          value={model}
          list={models}
          autoComplete="off"
          spellCheck={false}
          error={model.trim() === '' ? 'Name a model.' : null}
          onChange={({ target }) => setModel(target.value)}
        />
        <datalist id={models}>
          {(offered.data?.models ?? []).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <TextField
          label="Fine clusters"
          hint="Of both roles together"
          inputMode="numeric"
          value={number}
          error={clusters === null ? 'From 2 to 500.' : null}
          onChange={({ target }) => setNumber(target.value)}
        />
        <LimitFields form={limits} onChange={setLimits} />
      </div>
    </StartDialog>
  );
}

function Estimated({ found, host }: { readonly found: NamingEstimate; readonly host: string }) {
  const asked = found.clusters.reduce((sum, role) => sum + role.asked, 0);
  const kept = found.clusters.reduce((sum, role) => sum + role.kept, 0);
  return (
    <Notice kind="info">
      {formatAmount(asked, 'cluster')} to name: {formatAmount(found.requests, 'request')} to {host}, about{' '}
      {formatCount(found.tokens.likely)} tokens, at most {formatCount(found.tokens.most)};{' '}
      {estimatedCost(found.costUsd)}. Tagging dialogue by dialogue asks{' '}
      {formatAmount(found.dialogues, 'request')}.
      {kept > 0 && ` ${formatAmount(kept, 'cluster')} keep the name that a person gave.`}
      {found.kept > 0 && ` ${formatAmount(found.kept, 'request')} answered already, at no cost.`}
    </Notice>
  );
}
