import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { Provider } from '#shared/contract/providers.ts';
import { useApi } from '../../client/api.tsx';
import { runCommand } from '../../commands/use-command.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { SelectField, TextField } from '../../ui/inputs/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { FailedState, LoadingState, Notice } from '../../ui/state/notice.tsx';
import { isReady } from '../columns/index.ts';
import { modelsCommands, providerQueries } from '../providers/index.ts';

interface AskedModel {
  readonly provider: string;
  readonly model: string;
}

/** Returns the model to use until somebody chooses one. */
export const usualModel = (providers: readonly Provider[]): AskedModel => ({
  provider: providers[0]?.id ?? '',
  model: providers[0]?.chatModel ?? '',
});

/** A dialog that asks a model: its form if a server is set up, else a link to set one up. */
export function WithServers({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  /** Renders the dialog. Gets at least one server, approved ones first. */
  readonly children: (providers: readonly Provider[]) => ReactNode;
}) {
  const providers = useQuery(providerQueries(useApi().client).list);
  const known = providers.data?.providers ?? [];
  if (known.length > 0) return children(known.toSorted((a, b) => Number(isReady(b)) - Number(isReady(a))));
  return (
    <Dialog title={title} onClose={onClose} foot={<Button onClick={onClose}>Close</Button>}>
      {providers.isError ? (
        <FailedState error={providers.error} onRetry={() => void providers.refetch()} />
      ) : providers.isPending ? (
        <LoadingState />
      ) : (
        <NoModel />
      )}
    </Dialog>
  );
}

/** Says that no model is set up, and how to do it. */
export function NoModel() {
  return (
    <Notice actions={<Button onClick={() => runCommand(modelsCommands.settings)}>Set up models…</Button>}>
      No model is set up yet. Add a server on this machine or elsewhere. Nothing is sent before you agree.
    </Notice>
  );
}

export function ModelFields({
  label,
  providers,
  asked,
  onChange,
}: {
  readonly label: string;
  readonly providers: readonly Provider[];
  readonly asked: AskedModel;
  readonly onChange: (asked: AskedModel) => void;
}) {
  const { client } = useApi();
  const models = useId();
  const server = providers.find(({ id }) => id === asked.provider);
  const offered = useQuery({
    ...providerQueries(client).models(asked.provider, server?.baseUrl ?? ''),
    enabled: server !== undefined && isReady(server),
  });
  return (
    <>
      <SelectField
        label="Server"
        value={asked.provider}
        options={providers.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(provider) =>
          onChange({ provider, model: providers.find(({ id }) => id === provider)?.chatModel ?? '' })
        }
      />
      <TextField
        label={label}
        value={asked.model}
        list={models}
        autoComplete="off"
        spellCheck={false}
        error={asked.model.trim() === '' ? 'Name a model.' : null}
        onChange={({ target }) => onChange({ ...asked, model: target.value })}
      />
      <datalist id={models}>
        {(offered.data?.models ?? []).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
