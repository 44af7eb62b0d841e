import type { ModelTaggingSettings, TagVariant } from '#shared/contract/model-tagging.ts';
import type { RunId } from '#shared/domain/ids.ts';

/** The fields as they are typed. */
export interface SettingsForm {
  readonly provider: string;
  readonly model: string;
  readonly variant: TagVariant;
  readonly vocabularyRun: RunId | null;
  readonly pilot: string;
  readonly budgetUsd: string;
  readonly budgetTokens: string;
  readonly concurrency: string;
  readonly temperature: string;
  readonly tokensPerRound: string;
  readonly structured: boolean;
  readonly batchFiles: boolean;
}

export const NEW_FORM: SettingsForm = {
  provider: '',
  model: '',
  variant: 'open',
  vocabularyRun: null,
  pilot: '50',
  budgetUsd: '',
  budgetTokens: '',
  concurrency: '4',
  temperature: '0',
  tokensPerRound: '60',
  structured: false,
  batchFiles: false,
};

export type FormErrors = Partial<Record<keyof SettingsForm, string>>;

interface ReadForm {
  /** Null where something typed is not as it must be. */
  readonly settings: ModelTaggingSettings | null;
  readonly errors: FormErrors;
}

/** A number as it was typed, with a decimal point or comma; null for nothing, undefined for what is none. */
function readNumber(typed: string, least: number, most: number, whole: boolean): number | null | undefined {
  const text = typed.trim().replace(',', '.');
  if (text === '') return null;
  const value = Number(text);
  const fits =
    Number.isFinite(value) && value >= least && value <= most && (!whole || Number.isInteger(value));
  return fits ? value : undefined;
}

/** The limits of a run; an empty field sets none. */
export function readBudgets(usd: string, tokens: string) {
  const budgetUsd = readNumber(usd, 0.000001, 1e6, false);
  const budgetTokens = readNumber(tokens, 1, 1e15, true);
  const errors: Pick<FormErrors, 'budgetUsd' | 'budgetTokens'> = {
    ...(budgetUsd === undefined ? { budgetUsd: 'An amount above 0, or nothing for no limit.' } : {}),
    ...(budgetTokens === undefined ? { budgetTokens: 'A whole number, or nothing for no limit.' } : {}),
  };
  return { budgetUsd: budgetUsd ?? null, budgetTokens: budgetTokens ?? null, errors };
}

/** Reads what was typed; an empty temperature leaves it to the server. @param elsewhere whether nobody is asked */
export function readForm(form: SettingsForm, elsewhere: { readonly elsewhere?: true } = {}): ReadForm {
  const { budgetUsd, budgetTokens, errors: wrongBudgets } = readBudgets(form.budgetUsd, form.budgetTokens);
  const errors: FormErrors = { ...wrongBudgets };
  const whole = (field: 'pilot' | 'concurrency' | 'tokensPerRound', least: number, most: number): number => {
    const value = readNumber(form[field], least, most, true);
    if (value == null) errors[field] = `A whole number from ${least} to ${most}.`;
    return value ?? 0;
  };
  const temperature = readNumber(form.temperature, 0, 2, false);
  if (temperature === undefined) errors.temperature = 'From 0 to 2, or nothing to leave it to the server.';
  if (form.provider === '') errors.provider = 'Choose a server.';
  if (form.model.trim() === '') errors.model = 'Name the model to ask.';
  const settings: ModelTaggingSettings = {
    provider: form.provider,
    model: form.model.trim(),
    variant: form.variant,
    vocabularyRun: form.variant === 'closed' ? form.vocabularyRun : null,
    pilot: whole('pilot', 0, 1000),
    seed: 1,
    temperature: temperature ?? null,
    structured: form.structured,
    tokensPerRound: whole('tokensPerRound', 16, 8000),
    windowBytes: 24_000,
    batchFiles: form.batchFiles && !elsewhere.elsewhere,
    budgetUsd,
    budgetTokens,
    concurrency: whole('concurrency', 1, 64),
    ...elsewhere,
  };
  return { settings: Object.keys(errors).length === 0 ? settings : null, errors };
}
