import type { Provider, ProviderDraft } from '#shared/contract/providers.ts';

export interface PriceRow {
  readonly model: string;
  readonly inputUsd: string;
  readonly outputUsd: string;
}

export interface ProviderForm
  extends Pick<ProviderDraft, 'kind' | 'takesBatches' | 'maskPersonalData'>,
    Readonly<
      Record<'name' | 'baseUrl' | 'apiVersion' | 'chatModel' | 'embeddingModel' | 'requestsAtOnce', string>
    > {
  readonly prices: readonly PriceRow[];
}

export const NO_PRICE: PriceRow = { model: '', inputUsd: '', outputUsd: '' };

export function formOf(draft: ProviderDraft): ProviderForm {
  return {
    name: draft.name,
    kind: draft.kind,
    baseUrl: draft.baseUrl,
    apiVersion: draft.apiVersion ?? '',
    chatModel: draft.chatModel ?? '',
    embeddingModel: draft.embeddingModel ?? '',
    prices: Object.entries(draft.prices).map(([model, price]) => ({
      model,
      inputUsd: String(price.inputUsd),
      outputUsd: String(price.outputUsd),
    })),
    takesBatches: draft.takesBatches,
    requestsAtOnce: draft.requestsAtOnce ? String(draft.requestsAtOnce) : '',
    maskPersonalData: draft.maskPersonalData,
  };
}

export type FormErrors = Readonly<
  Partial<Record<'name' | 'baseUrl' | 'apiVersion' | 'prices' | 'requestsAtOnce', string>>
>;

const amountOf = (text: string): number | null => {
  const value = Number(text.trim().replace(',', '.'));
  return text.trim() !== '' && Number.isFinite(value) && value >= 0 && value <= 100_000 ? value : null;
};

export function draftOf(
  form: ProviderForm,
): { readonly draft: ProviderDraft } | { readonly errors: FormErrors } {
  const rows = form.prices.filter((row) => `${row.model}${row.inputUsd}${row.outputUsd}`.trim() !== '');
  const prices = rows.map((row) => ({
    model: row.model.trim(),
    inputUsd: amountOf(row.inputUsd),
    outputUsd: amountOf(row.outputUsd),
  }));
  const models = prices.map((price) => price.model);
  const twice = models.find((model, index) => models.indexOf(model) !== index);
  const wrong = prices.find(
    (price) => price.model === '' || price.inputUsd === null || price.outputUsd === null,
  );
  const errors: { -readonly [Field in keyof FormErrors]: string } = {};
  if (form.name.trim() === '') errors.name = 'Enter a name.';
  if (form.baseUrl.trim() === '' || form.baseUrl.trim() === 'https://') errors.baseUrl = 'Enter the address.';
  if (form.kind === 'azure' && form.apiVersion.trim() === '') {
    errors.apiVersion = 'Enter the API version, such as 2024-10-21.';
  }
  const atOnce = Number(form.requestsAtOnce);
  if (form.requestsAtOnce.trim() !== '' && !(Number.isInteger(atOnce) && atOnce >= 1 && atOnce <= 64)) {
    errors.requestsAtOnce = 'Enter a whole number from 1 to 64, or leave this empty.';
  }
  if (wrong) {
    errors.prices = `${wrong.model || 'A line without a model'}: enter a model and two amounts from 0 to 100,000.`;
  } else if (twice !== undefined) errors.prices = `${twice} appears twice.`;
  if (Object.keys(errors).length > 0) return { errors };
  return {
    draft: {
      name: form.name.trim(),
      kind: form.kind,
      baseUrl: form.baseUrl.trim(),
      apiVersion: form.apiVersion.trim() || null,
      chatModel: form.chatModel.trim() || null,
      embeddingModel: form.embeddingModel.trim() || null,
      prices: Object.fromEntries(
        prices.map(({ model, inputUsd, outputUsd }) => [
          model,
          { inputUsd: inputUsd ?? 0, outputUsd: outputUsd ?? 0 },
        ]),
      ),
      takesBatches: form.takesBatches,
      requestsAtOnce: form.requestsAtOnce.trim() === '' ? null : atOnce,
      maskPersonalData: form.maskPersonalData,
    },
  };
}

export const isSameForm = (one: ProviderForm, other: ProviderForm): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export interface EditorParts {
  readonly form: ProviderForm;
  readonly errors: FormErrors;
  readonly provider: Provider | null;
  readonly changed: boolean;
  readonly onChange: (part: Partial<ProviderForm>) => void;
  readonly onProvider: (provider: Provider) => void;
}
