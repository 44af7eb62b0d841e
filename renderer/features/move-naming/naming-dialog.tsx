import type { NamingEstimate } from '#shared/contract/move-naming.ts';
import type { Provider } from '#shared/contract/providers.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { TextField } from '../../ui/inputs/field.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import { estimatedCost } from '../batch/index.ts';
import { StartDialog, useModelRun, useWhole, WithServers } from '../lasting-runs/index.ts';
import { showResult } from '../results/index.ts';
import { NAMING } from './commands.ts';
import { NamingPrompt } from './naming-prompt.tsx';
import './move-naming.css';

const TITLE = 'Name the moves with a model';

/** Starts a run in which a model names the moves: the model, how finely the moves are cut, and the limits. */
export function NamingDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <WithServers title={TITLE} onClose={onClose}>
      {(providers) => <NamingForm providers={providers} onClose={onClose} />}
    </WithServers>
  );
}

function NamingForm({
  providers,
  onClose,
}: {
  /** At least one. */
  readonly providers: readonly Provider[];
  readonly onClose: () => void;
}) {
  const { client } = useApi();
  const form = useModelRun(providers);
  const [clusters, clustersField] = useWhole(120, 2, 500);
  const settings = clusters && form.settings ? { namer: form.model, clusters, ...form.settings } : null;
  return (
    <StartDialog
      title={TITLE}
      settings={settings}
      estimate={(chosen) => client.moveNaming.estimate(chosen)}
      estimated={(found) => <Estimated found={found} host={form.host} />}
      start={(chosen) => client.moveNaming.start(chosen)}
      onStarted={(run) => showResult(NAMING, run, true)}
      onClose={onClose}
      after={<NamingPrompt settings={settings} />}
    >
      <p className="quiet">
        The model sees up to eight typical sentences of each fine cluster and names it. Clusters with the same
        name become one move. You review the names before anything changes.
      </p>
      <div className="run-fields">
        {form.modelFields}
        <TextField label="Fine clusters" hint="For both roles together" {...clustersField} />
        {form.limitFields}
      </div>
      {form.choice}
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
      {estimatedCost(found.costUsd)}. Tagging every dialogue would take{' '}
      {formatAmount(found.dialogues, 'request')}.
      {kept > 0 && ` ${formatAmount(kept, 'cluster')} keep the name that a person chose.`}
      {found.kept > 0 && ` ${formatAmount(found.kept, 'request')} already answered, at no cost.`}
    </Notice>
  );
}
