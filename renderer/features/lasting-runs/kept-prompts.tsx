import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Prompt } from '#shared/contract/prompts.ts';
import { formatTime } from '#shared/domain/figure-text.ts';
import { about } from '../../client/queries.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { SelectField } from '../../ui/inputs/field.tsx';
import { ErrorNotice, Unanswered } from '../../ui/state/notice.tsx';
import './lasting-runs.css';

interface Editing {
  readonly title: string;
  readonly hint: string;
  readonly onSave: (text: string) => Promise<unknown>;
  readonly onReset: () => Promise<unknown>;
}

export function KeptPrompt({ of, ...rest }: Editing & { readonly of: UseQueryResult<Prompt> }) {
  if (!of.data) return <Unanswered of={of} />;
  return <PromptEditor key={of.data.version} prompt={of.data} {...rest} />;
}

interface KeptPromptsProps<Name extends string> {
  readonly of: UseQueryResult<readonly (Prompt & { readonly name: Name })[]>;
  readonly words: Readonly<Record<Name, Pick<Editing, 'title' | 'hint'>>>;
  readonly client: {
    savePrompt(input: { name: Name; text: string }): Promise<unknown>;
    resetPrompt(input: { name: Name }): Promise<unknown>;
  };
}

export function KeptPrompts<Name extends string>({ of, words, client }: KeptPromptsProps<Name>) {
  if (!of.data) return <Unanswered of={of} />;
  return of.data.map((prompt) => (
    <PromptEditor
      key={`${prompt.name} ${prompt.version}`}
      {...words[prompt.name]}
      prompt={prompt}
      onSave={(text) => client.savePrompt({ name: prompt.name, text })}
      onReset={() => client.resetPrompt({ name: prompt.name })}
    />
  ));
}

function PromptEditor({ title, hint, prompt, onSave, onReset }: Editing & { readonly prompt: Prompt }) {
  const [text, setText] = useState(prompt.text);
  const [begun, setBegun] = useState(prompt.version);
  const id = useId();
  const save = useMutation({ mutationFn: () => onSave(text), meta: about('prompts') });
  const reset = useMutation({ mutationFn: onReset, meta: about('prompts') });
  return (
    <details className="prompt-editor line-above">
      <summary>
        {title}{' '}
        <span className="quiet">
          version {prompt.version}
          {prompt.shipped ? ', original' : ''}
        </span>
      </summary>
      {prompt.versions.length > 1 && (
        <SelectField
          label="Start from version"
          className="prompt-version"
          value={begun}
          options={prompt.versions.toReversed().map(({ version, at }) => ({
            value: version,
            label: `${version}${version === prompt.version ? ', in use' : ''}${at === null ? '' : ` · ${formatTime(at)}`}`,
          }))}
          onChange={(chosen) => {
            setBegun(chosen);
            setText(prompt.versions.find(({ version }) => version === chosen)?.text ?? prompt.text);
          }}
        />
      )}
      <label className="field-label small bold" htmlFor={id}>
        {hint}
      </label>
      <textarea
        id={id}
        className="mono input prompt-text wide"
        rows={14}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {save.isError && <ErrorNotice error={save.error} />}
      {reset.isError && <ErrorNotice error={reset.error} />}
      <div className="flex gap-2 at-end above-2">
        <Button disabled={prompt.shipped} does={reset}>
          Original
        </Button>
        <Button kind="primary" disabled={text.trim() === '' || text === prompt.text} does={save}>
          Save as version {prompt.version + 1}
        </Button>
      </div>
    </details>
  );
}
