import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AnswerPromptName, TrainingEvent } from '#shared/contract/generation.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { client } from '../../../client/api.ts';
import { about, freshQuestion } from '../../../client/queries.ts';
import { useShownAutomaton } from '../../../project/use-shown-automaton.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { bindTo, Choice, SelectField } from '../../../ui/inputs/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ErrorNotice, Notice, ProgressBar } from '../../../ui/state/notice.tsx';
import { KeptPrompts } from '../../lasting-runs/index.ts';
import { type Answering, changeLooks, useCompare } from '../compare-state.ts';

function TrainingExport() {
  const project = useCompare((state) => state.project);
  const { run } = useShownAutomaton();
  const [examples, setExamples] = useState(5);
  const [event, setEvent] = useState<TrainingEvent | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [writing, setWriting] = useState(false);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const write = async () => {
    if (project === null) return;
    const current = new AbortController();
    abort.current = current;
    setWriting(true);
    setError(null);
    setEvent(null);
    try {
      const out = project.replace(/\.dialogram$/, ` training${examples === 0 ? '' : ` ${examples}`}.jsonl`);
      const stream = await client.generation.exportTraining(
        { out, examples, run: run?.id ?? null },
        { signal: current.signal },
      );
      for await (const next of stream) if (!current.signal.aborted) setEvent(next);
    } catch (caught) {
      if (!current.signal.aborted) setError(caught);
    }
    if (abort.current === current) setWriting(false);
  };

  return (
    <details className="prompt-editor line-above">
      <summary>Fine-tuning file</summary>
      <div className="stack-3 training">
        <p className="quiet">
          The file has one line for each turn of the training dialogues: the messages that a column sends,
          then the true answer. Test dialogues are left out, and names and numbers are masked. To use the
          trained model, enter the name that the server gave it.
        </p>
        <div className="training-controls flex gap-3">
          <SelectField<number>
            label="Examples in each line"
            value={examples}
            disabled={writing}
            options={[
              { value: 0, label: 'none' },
              { value: 3, label: '3' },
              { value: 5, label: '5' },
            ]}
            onChange={setExamples}
          />
          {writing ? (
            <Button
              onClick={() => {
                abort.current?.abort();
                setWriting(false);
                setEvent(null);
              }}
            >
              Stop
            </Button>
          ) : (
            <Button onClick={() => void write()}>Export to the project's folder</Button>
          )}
        </div>
        {writing && event?.kind === 'progress' && (
          <ProgressBar label="Dialogues written" done={event.done} total={event.total} />
        )}
        {event?.kind === 'done' && (
          <Notice kind="done">
            Saved {formatAmount(event.lines, 'line')} from {formatAmount(event.dialogues, 'dialogue')} in{' '}
            {event.path}. {formatAmount(event.heldOut, 'test dialogue')} left out.
          </Notice>
        )}
        {error !== null && <ErrorNotice error={error} />}
      </div>
    </details>
  );
}

const EXAMPLES = [1, 2, 3, 5, 10, 20];
const SAMPLES = [1, 2, 3, 5, 10];
const CONTEXTS = [1, 3, 5, 9];

const HINT =
  'The instructions for the model. Dialogram adds the examples and the dialogue below them as data.';

const PROMPTS: Readonly<Record<AnswerPromptName, { readonly title: string; readonly hint: string }>> = {
  'answer-next-turn': { title: 'Prompt for a single turn', hint: HINT },
  'answer-whole-dialogue': { title: 'Prompt for a whole dialogue', hint: HINT },
};

export function AnswerSettingsDialog() {
  const answering = useCompare((state) => state.answering);
  const change = (next: Partial<Answering>) => changeLooks({ answering: { ...answering, ...next } });
  const bind = bindTo(answering, change);
  return (
    <Dialog title="Examples and answers" width="wide">
      <div className="gap-4 grid auto-columns">
        <SelectField
          label="Examples per column"
          {...bind('examples')}
          options={EXAMPLES.map((count) => ({ value: count, label: String(count) }))}
          hint="How many examples each method finds and shows to the model."
        />
        <SelectField
          label="Answers per question"
          {...bind('samples')}
          options={SAMPLES.map((count) => ({ value: count, label: String(count) }))}
          hint="Each answer uses the next seed. Identical answers are shown once."
        />
        <SelectField
          label="Turns of context"
          {...bind('context')}
          options={[
            ...CONTEXTS.map((count) => ({ value: count, label: String(count) })),
            { value: null, label: 'all' },
          ]}
          hint="The paper uses six turns: five before the answer, plus the answer itself."
        />
        <SelectField
          label="Format of examples"
          {...bind('exampleShape')}
          options={[
            { value: 'method', label: "in each method's own format" },
            { value: 'dialogue', label: 'whole dialogues' },
            { value: 'window', label: 'a few turns and the answer' },
          ]}
          hint="To compare only retrieval, use one format for all columns."
        />
      </div>
      <Choice
        label="Hide names and numbers of other customers in the examples"
        hint="Hides addresses, names introduced in a dialogue, and phone, card, order and booking numbers. For the dialogue being answered, the server's masking settings apply."
        checked={answering.masking}
        onChange={(masking) => change({ masking })}
      />
      <AnswerPrompts />
      <TrainingExport />
    </Dialog>
  );
}

function AnswerPrompts() {
  const prompts = useQuery(
    freshQuestion('generation.prompts', client.generation.prompts, undefined, about('prompts')),
  );
  return <KeptPrompts of={prompts} words={PROMPTS} client={client.generation} />;
}
