import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { AnswerPrompt } from '#shared/contract/generation.ts';
import { useApi } from '../../client/api.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice, SelectField } from '../../ui/field.tsx';
import { ErrorNotice, FailedState, LoadingState } from '../../ui/notice.tsx';
import { type Answering, setAnswering, useCompare } from './compare-state.ts';
import { TrainingExport } from './training-export.tsx';

const EXAMPLES = [1, 2, 3, 5, 10, 20];
const SAMPLES = [1, 2, 3, 5, 10];
const CONTEXTS = [1, 3, 5, 9];

/** What shapes the answers, the same for all columns; and the two prompts. */
export function AnswerSettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const answering = useCompare((state) => state.answering);
  const change = (next: Partial<Answering>) => setAnswering({ ...answering, ...next });
  return (
    <Dialog title="Examples and answers" width="wide" onClose={onClose}>
      <div className="answer-settings">
        <SelectField
          label="Examples a column"
          value={String(answering.examples)}
          options={EXAMPLES.map((count) => ({ value: String(count), label: String(count) }))}
          hint="Found by its method, shown to a model."
          onChange={(event) => change({ examples: Number(event.target.value) })}
        />
        <SelectField
          label="Answers to each question"
          value={String(answering.samples)}
          options={SAMPLES.map((count) => ({ value: String(count), label: String(count) }))}
          hint="Each with the next seed; those that say the same are shown once."
          onChange={(event) => change({ samples: Number(event.target.value) })}
        />
        <SelectField
          label="Turns before a next turn"
          value={String(answering.context)}
          options={[
            ...CONTEXTS.map((count) => ({ value: String(count), label: String(count) })),
            { value: 'null', label: 'all' },
          ]}
          hint="Five make the published windows of six."
          onChange={(event) =>
            change({ context: event.target.value === 'null' ? null : Number(event.target.value) })
          }
        />
        <SelectField
          label="Examples as"
          value={answering.exampleShape}
          options={[
            { value: 'method', label: 'each method’s paper shows them' },
            { value: 'dialogue', label: 'whole dialogues' },
            { value: 'window', label: 'some turns and their answer' },
          ]}
          hint="One shape for all columns compares retrieval alone."
          onChange={(event) => change({ exampleShape: event.target.value as Answering['exampleShape'] })}
        />
      </div>
      <Choice
        label="Hide names and numbers of other customers in the examples"
        hint="Names that a dialogue introduces, and addresses, telephone, card, order and booking numbers by their form. The conversation itself is masked as its server's settings say."
        checked={answering.masking}
        onChange={(event) => change({ masking: event.target.checked })}
      />
      <Prompts />
      <TrainingExport />
    </Dialog>
  );
}

const TITLES: Readonly<Record<AnswerPrompt['name'], string>> = {
  'answer-next-turn': 'Prompt for the next turn',
  'answer-whole-dialogue': 'Prompt for a whole dialogue',
};

function Prompts() {
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
