import { useEffect, useRef, useState } from 'react';
import type { TrainingEvent } from '#shared/contract/generation.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import { useApi } from '../../../client/api.tsx';
import { useShown } from '../../../project/use-shown.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { SelectField } from '../../../ui/inputs/field.tsx';
import { ErrorNotice, Notice, ProgressBar } from '../../../ui/state/notice.tsx';
import { useCompare } from '../compare-state.ts';
import './prompts.css';

/** Exports a file for fine-tuning a model. Closing the dialog stops it. */
export function TrainingExport() {
  const { client } = useApi();
  const project = useCompare((state) => state.project);
  const { run } = useShown();
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
    <details className="prompt-editor">
      <summary>Fine-tuning file</summary>
      <div className="stack-3 training">
        <p className="quiet">
          One line per turn of the training dialogues: the messages a column sends, then the true answer. Test
          dialogues are left out, and names and numbers are masked. Choose the trained model by its name.
        </p>
        <div className="training-controls">
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
            <Button onClick={() => void write()}>Write beside the project</Button>
          )}
        </div>
        {writing && event?.kind === 'progress' && (
          <ProgressBar label="Dialogues written" done={event.done} total={event.total} />
        )}
        {event?.kind === 'done' && (
          <Notice kind="done">
            {formatAmount(event.lines, 'line')} of {formatAmount(event.dialogues, 'dialogue')} in {event.path}
            ; {formatCount(event.heldOut)} held out.
          </Notice>
        )}
        {error !== null && <ErrorNotice error={error} />}
      </div>
    </details>
  );
}
