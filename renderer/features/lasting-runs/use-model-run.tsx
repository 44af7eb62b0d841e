import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { RunLimits } from '#shared/contract/lasting-runs.ts';
import type { Provider } from '#shared/contract/providers.ts';
import { useApi } from '../../client/api.tsx';
import { runCommand } from '../../commands/use-command.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { SelectField, TextField } from '../../ui/inputs/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { FailedState, LoadingState, Notice } from '../../ui/state/notice.tsx';
import { isReady } from '../columns/index.ts';
import { useElsewhere } from '../prompt-files/index.ts';
import { modelsCommands, providerQueries } from '../providers/index.ts';

interface AskedModel {
  readonly provider: string;
  readonly model: string;
}

/** Returns the model to use until somebody chooses one. */
const usualModel = (providers: readonly Provider[]): AskedModel => ({
  provider: providers[0]?.id ?? '',
  model: providers[0]?.chatModel ?? '',
});

interface WithServersProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Renders the dialog. Gets at least one server, approved ones first. */
  readonly children: (providers: readonly Provider[]) => ReactNode;
}

/** A dialog that asks a model: its form if a server is set up, else a link to set one up. */
export function WithServers({ title, onClose, children }: WithServersProps) {
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

interface ModelFieldsProps {
  readonly label: string;
  readonly providers: readonly Provider[];
  readonly asked: AskedModel;
  readonly onChange: (asked: AskedModel) => void;
}

function ModelFields({ label, providers, asked, onChange }: ModelFieldsProps) {
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

/** The limits of a run that asks models, as typed. */
interface LimitsForm {
  readonly budgetUsd: string;
  readonly budgetTokens: string;
}

export const START_LIMITS: LimitsForm = { budgetUsd: '', budgetTokens: '' };
const LEAST_USD = 0.000001;
const MOST_USD = 1_000_000;

export function formOf({ budgetUsd, budgetTokens }: RunLimits): LimitsForm {
  return {
    budgetUsd: budgetUsd === null ? '' : String(budgetUsd),
    budgetTokens: budgetTokens === null ? '' : String(budgetTokens),
  };
}

const isEmpty = (text: string): boolean => text.trim() === '';

/** Parses a number within bounds, with a decimal point or comma; null if it is invalid. */
export function numberIn(text: string, least: number, most: number): number | null {
  const value = Number(text.replace(',', '.'));
  return !isEmpty(text) && value >= least && value <= most ? value : null;
}

/** Parses a whole number within bounds; null if it is invalid. */
export function wholeIn(text: string, least: number, most: number): number | null {
  const value = Number(text);
  return !isEmpty(text) && Number.isInteger(value) && value >= least && value <= most ? value : null;
}

/** Returns an error message for each field; null if it is valid. */
export function limitFaults({ budgetUsd, budgetTokens }: LimitsForm) {
  return {
    budgetUsd:
      isEmpty(budgetUsd) || numberIn(budgetUsd, LEAST_USD, MOST_USD) !== null
        ? null
        : 'More than 0, or empty for no limit.',
    budgetTokens:
      isEmpty(budgetTokens) || wholeIn(budgetTokens, 1, Number.MAX_SAFE_INTEGER) !== null
        ? null
        : 'A whole number of 1 or more, or empty for no limit.',
  };
}

/** Returns null if a field is invalid. */
export function limitsOf(form: LimitsForm): RunLimits | null {
  if (Object.values(limitFaults(form)).some((fault) => fault !== null)) return null;
  return {
    budgetUsd: numberIn(form.budgetUsd, LEAST_USD, MOST_USD),
    budgetTokens: wholeIn(form.budgetTokens, 1, Number.MAX_SAFE_INTEGER),
  };
}

interface LimitFieldsProps {
  readonly form: LimitsForm;
  readonly onChange: (form: LimitsForm) => void;
}

export function LimitFields({ form, onChange }: LimitFieldsProps) {
  const faults = limitFaults(form);
  return (
    <>
      <TextField
        label="Budget, $"
        hint="The run pauses at this limit"
        placeholder="no limit"
        inputMode="decimal"
        value={form.budgetUsd}
        error={faults.budgetUsd}
        onChange={({ target }) => onChange({ ...form, budgetUsd: target.value })}
      />
      <TextField
        label="Budget, tokens"
        hint="Input and output together"
        placeholder="no limit"
        inputMode="numeric"
        value={form.budgetTokens}
        error={faults.budgetTokens}
        onChange={({ target }) => onChange({ ...form, budgetTokens: target.value })}
      />
    </>
  );
}

/**
 * Returns the form fields that all runs with one model share: the model, the limits, and whether the answers
 * come from elsewhere.
 * @param providers at least one
 */
export function useModelRun(providers: readonly Provider[], { label = 'Model' } = {}) {
  const [asked, setAsked] = useState(usualModel(providers));
  const [limits, setLimits] = useState(START_LIMITS);
  const server = providers.find(({ id }) => id === asked.provider);
  const { choice, elsewhere } = useElsewhere(server !== undefined && isReady(server));
  const model = asked.model.trim();
  const within = limitsOf(limits);
  return {
    model: { provider: asked.provider, model },
    /** The settings that such runs share; null if a field is invalid. */
    settings: model === '' || within === null ? null : { ...within, ...elsewhere },
    host: server?.name ?? asked.provider,
    modelFields: <ModelFields label={label} providers={providers} asked={asked} onChange={setAsked} />,
    limitFields: <LimitFields form={limits} onChange={setLimits} />,
    choice,
  };
}
