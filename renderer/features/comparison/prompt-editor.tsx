import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { AnswerPrompt } from '#shared/contract/generation.ts';
import { useApi } from '../../client/api.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { formatTime } from '../../ui/format.ts';
import { ErrorNotice, FailedState, LoadingState } from '../../ui/notice.tsx';

const TITLES: Readonly<Record<AnswerPrompt['name'], string>> = {
  'answer-next-turn': 'Prompt for the next turn',
  'answer-whole-dialogue': 'Prompt for a whole dialogue',
};

/** The prompts of models, each with its versions, to be read and changed. */
export function Prompts() {
  const { client } = useApi();
  const prompts = useQuery({
    queryKey: ['generation.prompts'],
    queryFn: ({ signal }) => client.generation.prompts(undefined, { signal }),
    staleTime: 0,
  });
  if (prompts.isError) return <FailedState error={prompts.error} onRetry={() => void prompts.refetch()} />;
  if (!prompts.data) return <LoadingState />;
  return (
    <>
      {prompts.data.map((prompt) => (
        <PromptEditor key={`${prompt.name} ${prompt.version}`} prompt={prompt} />
      ))}
    </>
  );
}

function PromptEditor({ prompt }: { readonly prompt: AnswerPrompt }) {
  const { client, queryClient } = useApi();
  const [text, setText] = useState(prompt.text);
  const id = useId();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['generation.prompts'] });
  const save = useMutation({
    mutationFn: () => client.generation.savePrompt({ name: prompt.name, text }),
    onSuccess: refresh,
  });
  const reset = useMutation({
    mutationFn: () => client.generation.resetPrompt({ name: prompt.name }),
    onSuccess: refresh,
  });
  return (
    <details className="prompt-editor">
      <summary>
        {TITLES[prompt.name]}{' '}
        <span className="quiet">
          version {prompt.version}
          {prompt.shipped ? ', as it came' : ''}
        </span>
      </summary>
      {prompt.versions.length > 1 && (
        <SelectField
          label="Version to begin with"
          className="prompt-version"
          defaultValue={prompt.version}
          options={prompt.versions.toReversed().map(({ version, at }) => ({
            value: String(version),
            label: `${version}${version === prompt.version ? ', in use' : ''}${at === null ? '' : ` · ${formatTime(at)}`}`,
          }))}
          onChange={({ target }) =>
            setText(
              prompt.versions.find(({ version }) => version === Number(target.value))?.text ?? prompt.text,
            )
          }
        />
      )}
      <label className="field-label" htmlFor={id}>
        What the model is told. The examples and the conversation follow it as data.
      </label>
      <textarea
        id={id}
        className="input prompt-text"
        rows={14}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {save.isError && <ErrorNotice error={save.error} />}
      {reset.isError && <ErrorNotice error={reset.error} />}
      <div className="form-actions">
        <Button disabled={prompt.shipped || reset.isPending} onClick={() => reset.mutate()}>
          As it came
        </Button>
        <Button
          kind="primary"
          disabled={text.trim() === '' || text === prompt.text || save.isPending}
          onClick={() => save.mutate()}
        >
          Save as version {prompt.version + 1}
        </Button>
      </div>
    </details>
  );
}
