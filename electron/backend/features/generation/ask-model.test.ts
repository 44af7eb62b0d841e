import { describe, expect, it } from 'vitest';
import { ModelFault } from '../../providers/model/model.ts';
import type { Asker } from '../../providers/requests/ask.ts';
import { AskingStopped } from '../../providers/requests/stop.ts';
import { askForTurn } from './ask-model.ts';
import type { RequestWriter } from './model-request.ts';

const question = { hash: 'h', request: { maxOutputTokens: 9 } };
const writer = { turn: () => ({ messages: [], question }), unmask: (text: string) => text };

async function costOf(ask: Asker['ask']) {
  const options = { asker: { ask }, usageOf: () => null };
  const { costUsd, tokens } = await askForTurn(writer as unknown as RequestWriter, 1, options);
  return { costUsd, tokens };
}

describe('what a failed answer cost', () => {
  const fault = new ModelFault('connection', 'Nobody is there.');

  it('is nothing where nothing was sent, whatever the price is', async () => {
    const nothing = { costUsd: 0, tokens: 0, confirmed: true };
    const free = { costUsd: 0, tokens: { input: 0, output: 0 } };
    const refused = await costOf(async (_, watch) => {
      watch?.onSpent?.(nothing);
      return { kind: 'fault', fault };
    });
    expect(refused).toEqual(free);
    // Another question's fault ended the asking before this one was sent.
    const timeout = new ModelFault('timeout', 'No answer.');
    const unsent = await costOf(async () => {
      throw new AskingStopped('provider', 'Nobody is there.', timeout);
    });
    expect(unsent).toEqual(free);
  });

  it('is not known where an attempt may have been charged, also where a later one was answered', async () => {
    const bound = { costUsd: 0.5, tokens: 100, confirmed: false };
    const lost = await costOf(async (_, watch) => {
      watch?.onSpent?.(bound);
      return { kind: 'fault', fault };
    });
    expect(lost).toEqual({ costUsd: null, tokens: null });
    const second = await costOf(async (_, watch) => {
      watch?.onSpent?.(bound);
      watch?.onSpent?.({ costUsd: 0.1, tokens: 10, confirmed: true });
      const usage = { input: 8, output: 2 };
      return { kind: 'answer', answer: { text: 'Yes.', finish: 'stop' }, cached: false, usage };
    });
    expect(second).toEqual({ costUsd: null, tokens: null });
  });
});
