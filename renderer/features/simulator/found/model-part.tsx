import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ColumnAnswer } from '#shared/contract/generation.ts';
import { modelName } from '#shared/domain/agent.ts';
import { client } from '../../../client/api.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Select } from '../../../ui/inputs/field.tsx';
import { ErrorNotice, Notice } from '../../../ui/state/notice.tsx';
import { AnswerProgress, accountText, NOT_SENT, type Progress, progressAfter } from '../../columns/index.ts';
import { providerQueries } from '../../providers/index.ts';
import { useSimulation } from '../use-simulation.ts';
import { standingKey } from '../words.ts';

export function useModels() {
  const providers = useQuery(providerQueries.list).data?.providers ?? [];
  return providers.flatMap(({ id, name, chatModel, consent }) =>
    consent === null || chatModel === null ? [] : [{ provider: id, name, model: chatModel }],
  );
}

interface AskedAnswer {
  readonly standing: string;
  readonly model: string;
  readonly text: string;
  readonly progress: Progress;
  readonly answer: ColumnAnswer | null;
  readonly error: unknown;
}

/** Streams the chosen model's answer; renders nothing without a model. Sends nothing until the person asks. */
export function ModelPart() {
  const { simulation, act, busy } = useSimulation();
  const models = useModels();
  const [chosen, setChosen] = useState<string | null>(null);
  const model = models.find(({ provider }) => provider === chosen) ?? models[0];
  const [asked, setAsked] = useState<AskedAnswer | null>(null);
  const running = useRef<AbortController | null>(null);
  const standing = standingKey(simulation);
  useEffect(() => {
    // The dialogue has changed, so the answer no longer belongs to it.
    if (standing !== undefined) running.current?.abort();
    return () => running.current?.abort();
  }, [standing]);

  const ask = async () => {
    if (!model) return;
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    let now: AskedAnswer = {
      standing,
      model: model.model,
      text: '',
      progress: NOT_SENT,
      answer: null,
      error: null,
    };
    const note = (change: Partial<AskedAnswer>) => {
      now = { ...now, ...change };
      setAsked(now);
    };
    note({});
    try {
      const answerer = { kind: 'model', provider: model.provider, model: model.model } as const;
      for await (const event of await client.simulator.answer({ answerer }, { signal: abort.signal })) {
        if (event.kind === 'text') note({ text: now.text + event.text });
        else if (event.kind === 'again') note({ text: '' });
        else if (event.kind === 'done') note({ answer: event.answer });
        else note({ progress: progressAfter(now.progress, event) });
      }
    } catch (error) {
      if (!abort.signal.aborted) note({ error });
    } finally {
      if (running.current === abort) {
        running.current = null;
        if (abort.signal.aborted) setAsked(null);
      }
    }
  };

  const shown = asked?.standing === standing ? asked : null;
  const coming = shown !== null && shown.answer === null && shown.error === null;
  const words = shown?.answer ? (shown.answer.turns[0]?.text ?? null) : (shown?.text ?? null);
  if (model === undefined) return null;
  return (
    <section className="column-part sim-model" aria-label="Model answer">
      <h3>Model answer</h3>
      <div className="row-2 apart">
        {models.length > 1 ? (
          <Select
            aria-label="Model"
            value={model.provider}
            options={models.map(({ provider, name, model: own }) => ({
              value: provider,
              label: `${modelName(own)} of ${name}`,
            }))}
            onChange={setChosen}
          />
        ) : (
          <span className="quiet small clip" title={model.model}>
            {modelName(model.model)} of {model.name}
          </span>
        )}
        {coming ? (
          <Button small onClick={() => running.current?.abort()}>
            Stop
          </Button>
        ) : (
          <Button small disabled={busy || simulation.examples.answering === null} onClick={() => void ask()}>
            {shown ? 'Ask again' : 'Ask'}
          </Button>
        )}
      </div>
      {coming && <AnswerProgress progress={shown.progress} hasText={words !== ''} />}
      {words && <p className="utterance">{words}</p>}
      {shown?.answer && <p className="quiet small">{accountText(shown.answer)}</p>}
      {shown?.answer?.problem && <Notice kind="warning">{shown.answer.problem}</Notice>}
      {shown?.error !== null && shown?.error !== undefined && <ErrorNotice error={shown.error} />}
      {shown?.answer && words && (
        <Button
          small
          disabled={busy}
          onClick={() => void act((own) => own.setAnswer({ text: words.slice(0, 5000), by: 'model' }))}
        >
          Use the model’s answer
        </Button>
      )}
    </section>
  );
}
