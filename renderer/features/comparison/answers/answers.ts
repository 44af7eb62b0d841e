import { create } from 'zustand';
import type { AnswerSettings, ColumnAnswer } from '#shared/contract/generation.ts';
import type { AgentSpec } from '#shared/domain/agent.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { client } from '../../../client/api.ts';
import { NOT_SENT, type Progress, progressAfter } from '../../columns/index.ts';

export interface AskedAnswer {
  readonly state: 'running' | 'done' | 'stopped' | 'failed';
  readonly text: string;
  readonly progress: Progress;
  readonly prompt: ColumnAnswer['prompt'];
  readonly answer: ColumnAnswer | null;
  readonly error: unknown;
}

export interface ColumnQuestion {
  readonly run: RunId | null;
  readonly dialogue: DialogueId;
  readonly turn: number;
  readonly column: AgentSpec;
  readonly settings: Pick<
    AnswerSettings,
    'unit' | 'examples' | 'seed' | 'context' | 'masking' | 'exampleShape'
  >;
}

export const useAnswers = create<{ readonly answers: ReadonlyMap<string, AskedAnswer> }>(() => ({
  answers: new Map(),
}));

const running = new Map<string, AbortController>();

export function questionKey({ dialogue, turn, column, settings }: ColumnQuestion, sample: number): string {
  const at = settings.unit === 'next-turn' ? turn : null;
  return JSON.stringify([dialogue, at, column, settings, sample]);
}

function note(key: string, change: Partial<AskedAnswer>): void {
  useAnswers.setState(({ answers }) => {
    const before = answers.get(key);
    if (before === undefined) return {};
    return { answers: new Map(answers).set(key, { ...before, ...change }) };
  });
}

async function askOnce(question: ColumnQuestion, sample: number): Promise<boolean> {
  const key = questionKey(question, sample);
  running.get(key)?.abort();
  const abort = new AbortController();
  running.set(key, abort);
  const begun: AskedAnswer = {
    state: 'running',
    text: '',
    progress: NOT_SENT,
    prompt: null,
    answer: null,
    error: null,
  };
  useAnswers.setState(({ answers }) => ({ answers: new Map(answers).set(key, begun) }));
  let text = '';
  let progress = NOT_SENT;
  try {
    const stream = await client.generation.answer({ ...question, sample }, { signal: abort.signal });
    for await (const event of stream) {
      if (abort.signal.aborted) break;
      progress = progressAfter(progress, event);
      switch (event.kind) {
        case 'prompt':
          note(key, { prompt: event.messages });
          break;
        case 'text':
          text += event.text;
          note(key, { text, progress });
          break;
        case 'waiting':
        case 'sent':
          note(key, { progress });
          break;
        case 'again':
          text = '';
          note(key, { text });
          break;
        case 'done':
          note(key, { state: 'done', answer: event.answer, prompt: event.answer.prompt });
          return event.answer.problem === null;
      }
    }
    if (!abort.signal.aborted) throw new Error('The answer was cut off.');
  } catch (error) {
    if (!abort.signal.aborted) note(key, { state: 'failed', error });
  } finally {
    if (running.get(key) === abort) running.delete(key);
  }
  return false;
}

export const isComplete = (asked: AskedAnswer | undefined): boolean => asked?.answer?.problem === null;

export async function askColumn(question: ColumnQuestion, samples: number): Promise<void> {
  for (let sample = 0; sample < samples; sample++) {
    if (isComplete(useAnswers.getState().answers.get(questionKey(question, sample)))) continue;
    if (!(await askOnce(question, sample))) return;
  }
}

export function stopColumn(question: ColumnQuestion, samples: number): void {
  for (let sample = 0; sample < samples; sample++) {
    const key = questionKey(question, sample);
    const abort = running.get(key);
    if (!abort) continue;
    running.delete(key);
    note(key, { state: 'stopped' });
    abort.abort();
  }
}

export function forgetAnswers(): void {
  for (const abort of running.values()) abort.abort();
  running.clear();
  useAnswers.setState({ answers: new Map() });
}
