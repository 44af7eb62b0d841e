import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TagVariant } from '#shared/contract/model-tagging.ts';
import type { Provider } from '#shared/contract/providers.ts';
import { formatAmount, formatTime } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { projectQueries } from '../../project/queries.ts';
import { Choice, OneOf, SelectField, TextField } from '../../ui/inputs/field.tsx';
import { numberIn, useWhole } from '../lasting-runs/index.ts';

/** Returns the form fields of the model tagger beyond those that all runs with a model have. */
export function useTagging({ takesBatches }: Provider, elsewhere: boolean) {
  const [variant, setVariant] = useState<TagVariant>('open');
  const [offered, setOffered] = useState<RunId | null>(null);
  const [pilot, pilotField] = useWhole(50, 0, 1000);
  const [tokensPerRound, tokensField] = useWhole(60, 16, 8000);
  const [typed, setTemperature] = useState('0');
  const [structured, setStructured] = useState(false);
  const [batchFiles, setBatchFiles] = useState(false);
  const left = typed.trim() === '';
  const temperature = numberIn(typed, 0, 2);
  return {
    variant,
    setVariant,
    offered,
    setOffered,
    pilotField: <TextField label="Pilot, dialogues" {...pilotField} />,
    tokensField,
    temperatureField: {
      value: typed,
      error: left || temperature !== null ? null : "From 0 to 2, or empty for the server's default.",
      onChange: ({ target }: { readonly target: { readonly value: string } }) => setTemperature(target.value),
    },
    structured,
    setStructured,
    takesBatches,
    batchFiles: batchFiles && takesBatches,
    setBatchFiles,
    /** Null if a field is invalid. */
    settings:
      pilot === null || tokensPerRound === null || (temperature === null && !left)
        ? null
        : {
            variant,
            vocabularyRun: variant === 'closed' ? offered : null,
            pilot,
            seed: 1,
            temperature,
            structured,
            tokensPerRound,
            windowBytes: 24_000,
            batchFiles: batchFiles && takesBatches && !elsewhere,
          },
  };
}

export function TaggingFields({ of: form }: { readonly of: ReturnType<typeof useTagging> }) {
  const runs = useQuery(projectQueries(useApi().client).taggingRuns).data ?? [];
  return (
    <>
      <OneOf
        legend="Vocabulary"
        value={form.variant}
        options={[
          { value: 'open', label: 'Open', hint: 'The model invents short tags, as in the paper.' },
          {
            value: 'closed',
            label: 'Closed',
            hint: 'The model uses existing tags and adds new ones only if none fits.',
          },
        ]}
        onChange={form.setVariant}
      />
      {form.variant === 'closed' && (
        <SelectField
          label="Tags offered"
          value={form.offered}
          hint={
            runs.length === 0 ? 'Nothing is tagged yet. After the pilot, its tags are offered.' : undefined
          }
          options={[
            { value: null, label: runs.length === 0 ? 'None yet' : 'Of the latest run' },
            ...runs.map((run) => ({
              value: run.id,
              label: `${run.tagger}, ${formatTime(run.startedAt)}, ${formatAmount(run.vocabulary, 'tag')}`,
            })),
          ]}
          onChange={form.setOffered}
        />
      )}
      <details className="tagging-more">
        <summary>More</summary>
        <div className="stack-3 tagging-more-fields">
          <div className="run-fields">
            <TextField
              label="Temperature"
              placeholder="the server's"
              inputMode="decimal"
              {...form.temperatureField}
            />
            <TextField label="Maximum tokens per turn" {...form.tokensField} />
          </div>
          <Choice
            label="Answers as JSON"
            hint="Asks for JSON instead of lines, if the server supports it."
            checked={form.structured}
            onChange={({ target }) => form.setStructured(target.checked)}
          />
          <Choice
            label="Batch files after the pilot"
            hint={
              form.takesBatches
                ? 'Answers come within a day at half the price.'
                : 'This server is not set up for batch files.'
            }
            disabled={!form.takesBatches}
            checked={form.batchFiles}
            onChange={({ target }) => form.setBatchFiles(target.checked)}
          />
        </div>
      </details>
    </>
  );
}
