import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { AnswerPromptName } from '#shared/contract/generation.ts';
import type { Prompt } from '#shared/contract/prompts.ts';
import { formatTime } from '#shared/domain/figure-text.ts';
import { useApi } from '../../../client/api.tsx';
import { about, question } from '../../../client/queries.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { SelectField } from '../../../ui/inputs/field.tsx';
import { ErrorNotice, Unanswered } from '../../../ui/state/notice.tsx';
import './prompts.css';

const TITLES: Readonly<Record<AnswerPromptName, string>> = {
  'answer-next-turn': 'Prompt for the next round',
  'answer-whole-dialogue': 'Prompt for a whole dialogue',
};

/** The prompts of models, each with its versions, to be read and changed. */
export function Prompts() {
  const { client } = useApi();
  const prompts = useQuery({
    ...question('generation.prompts', client.generation.prompts, undefined, about('prompts')),
    staleTime: 0,
  });
  if (prompts.isError || !prompts.data) return <Unanswered of={prompts} />;
  return (
    <>
      {prompts.data.map((prompt) => (
        <PromptEditor
          key={`${prompt.name} ${prompt.version}`}
          title={TITLES[prompt.name]}
          hint="What the model is told. The examples and the conversation follow it as data."
          prompt={prompt}
          onSave={(text) => client.generation.savePrompt({ name: prompt.name, text })}
          onReset={() => client.generation.resetPrompt({ name: prompt.name })}
        />
      ))}
    </>
  );
}

interface Editing {
  readonly title: string;
  /** What follows the text when it is sent. */
  readonly hint: string;
  readonly onSave: (text: string) => Promise<unknown>;
  readonly onReset: () => Promise<unknown>;
}

/** The editor of a prompt that is yet to be read. */
export function KeptPrompt({ of, ...rest }: Editing & { readonly of: UseQueryResult<Prompt> }) {
  if (!of.data) return <Unanswered of={of} />;
  return <PromptEditor key={of.data.version} prompt={of.data} {...rest} />;
}

/** One prompt as it is kept: read, changed into a new version, or put back as it came. */
export function PromptEditor({
  title,
  hint,
  prompt,
  onSave,
  onReset,
}: Editing & { readonly prompt: Prompt }) {
  const [text, setText] = useState(prompt.text);
  const id = useId();
  const save = useMutation({ mutationFn: () => onSave(text), meta: about('prompts') });
  const reset = useMutation({ mutationFn: onReset, meta: about('prompts') });
  return (
    <details className="prompt-editor">
      <summary>
        {title}{' '}
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
        {hint}
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
