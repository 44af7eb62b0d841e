import { useQuery } from '@tanstack/react-query';
import type { Provider } from '#shared/contract/providers.ts';
import { formatAmount, formatTime } from '#shared/domain/figure-text.ts';
import { useApi } from '../../../client/api.tsx';
import { projectQueries } from '../../../project/queries.ts';
import { Choice, OneOf, SelectField, TextField } from '../../../ui/inputs/field.tsx';
import { providerQueries } from '../../providers/index.ts';
import type { FormErrors, SettingsForm } from './settings-form.ts';

/** The fields of a run that is set up. */
export function SettingsFields({
  form,
  errors,
  providers,
  onChange,
}: {
  readonly form: SettingsForm;
  readonly errors: FormErrors;
  readonly providers: readonly Provider[];
  readonly onChange: (part: Partial<SettingsForm>) => void;
}) {
  const { client } = useApi();
  const queries = projectQueries(client);
  const provider = providers.find(({ id }) => id === form.provider);
  const offered = useQuery({
    ...providerQueries(client).models(form.provider, provider?.baseUrl ?? ''),
    enabled: provider?.consent != null,
  });
  const runs = useQuery(queries.taggingRuns).data ?? [];
  const typed = (field: keyof SettingsForm) => ({
    value: String(form[field]),
    error: errors[field] ?? null,
    onChange: ({ target }: { target: { value: string } }) => onChange({ [field]: target.value }),
  });
  return (
    <>
      <div className="form-grid">
        <SelectField
          label="Server"
          value={form.provider}
          options={providers.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target }) => {
            const next = providers.find(({ id }) => id === target.value);
            onChange({
              provider: target.value,
              model: next?.chatModel ?? '',
              batchFiles: form.batchFiles && next?.takesBatches === true,
            });
          }}
        />
        <TextField
          label="Model"
          list="offered-models"
          autoComplete="off"
          spellCheck={false}
          {...typed('model')}
          error={null}
        />
        <datalist id="offered-models">
          {offered.data?.models.map((model) => (
            <option key={model} value={model} />
          ))}
        </datalist>
      </div>
      <OneOf
        legend="Vocabulary"
        value={form.variant}
        options={[
          { value: 'open', label: 'Open', hint: 'The model makes up short tags, as in the paper.' },
          {
            value: 'closed',
            label: 'Closed',
            hint: 'Existing tags first, new ones only where none fits; so one thing keeps one name.',
          },
        ]}
        onChange={(variant) => onChange({ variant })}
      />
      {form.variant === 'closed' && (
        <SelectField
          label="Tags offered"
          value={String(form.vocabularyRun ?? '')}
          hint={
            runs.length === 0
              ? 'Nothing is tagged yet: the tags of the pilot are offered after it.'
              : undefined
          }
          options={[
            { value: '', label: runs.length === 0 ? 'None yet' : 'Of the latest run' },
            ...runs.map((run) => ({
              value: String(run.id),
              label: `${run.tagger}, ${formatTime(run.startedAt)}, ${formatAmount(run.vocabulary, 'tag')}`,
            })),
          ]}
          onChange={({ target }) =>
            onChange({ vocabularyRun: runs.find(({ id }) => String(id) === target.value)?.id ?? null })
          }
        />
      )}
      <div className="form-grid">
        <TextField label="Pilot, dialogues" inputMode="numeric" {...typed('pilot')} />
        <TextField label="Requests at a time" inputMode="numeric" {...typed('concurrency')} />
        <TextField label="Budget, $" placeholder="no limit" inputMode="decimal" {...typed('budgetUsd')} />
        <TextField
          label="Budget, tokens"
          placeholder="no limit"
          inputMode="numeric"
          {...typed('budgetTokens')}
        />
      </div>
      <details className="tag-model-more">
        <summary>More</summary>
        <div className="form-grid">
          <TextField
            label="Temperature"
            placeholder="the server's"
            inputMode="decimal"
            {...typed('temperature')}
          />
          <TextField label="Tokens a round, at most" inputMode="numeric" {...typed('tokensPerRound')} />
        </div>
        <Choice
          label="Answers by a schema"
          hint="JSON instead of lines, where the server can hold the model to it."
          checked={form.structured}
          onChange={({ target }) => onChange({ structured: target.checked })}
        />
        <Choice
          label="Batch files after the pilot"
          hint={
            provider?.takesBatches
              ? 'Answered within a day, at half the price.'
              : 'This server is not set up to take them.'
          }
          disabled={!provider?.takesBatches}
          checked={form.batchFiles}
          onChange={({ target }) => onChange({ batchFiles: target.checked })}
        />
      </details>
    </>
  );
}
