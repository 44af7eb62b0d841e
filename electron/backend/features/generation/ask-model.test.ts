import { describe, expect, it } from 'vitest';
import { answerSettingsSchema } from '#shared/contract/generation.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { ModelFault } from '../../providers/model/model.ts';
import type { Asker } from '../../providers/requests/ask.ts';
import { AskingStopped } from '../../providers/requests/stop.ts';
import { askForTurn } from './ask-model.ts';
import { createRequestWriter, type RequestWriter } from './model-request.ts';

const question = { hash: 'h', request: { maxOutputTokens: 9 } };
const writer = { turn: () => ({ messages: [], question }), unmask: (text: string) => text };

async function costOf(ask: Asker['ask']) {
  const options = { asker: { ask }, usageOf: () => null };
  const { costUsd, tokens } = await askForTurn(writer as unknown as RequestWriter, 1, options);
  return { costUsd, tokens };
}

describe('the cost of a failed answer', () => {
  const fault = new ModelFault('connection', 'Nobody is there.');

  it('is 0 if nothing was sent, whatever the price', async () => {
    const nothing = { costUsd: 0, tokens: 0, confirmed: true };
    const free = { costUsd: 0, tokens: { input: 0, output: 0 } };
    const refused = await costOf(async (_, watch) => {
      watch?.onSpent?.(nothing);
      return { kind: 'fault', fault };
    });
    expect(refused).toEqual(free);
    // An earlier question failed, and that stopped all requests.
    const timeout = new ModelFault('timeout', 'No answer.');
    const unsent = await costOf(async () => {
      throw new AskingStopped('provider', 'Nobody is there.', timeout);
    });
    expect(unsent).toEqual(free);
  });

  it('is unknown if an attempt may have been charged, even if a later one was answered', async () => {
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

describe('a request that is too long for the model', () => {
  const say = (turn: number, text: string) =>
    ({ turn, role: turn % 2 === 0 ? 'user' : 'system', text }) as const;
  const writing = createRequestWriter({
    prompt: 'Answer.',
    answerer: { kind: 'model', provider: 'p', model: 'm', temperature: 0, seed: 1, maxOutputTokens: 10 },
    provider: { baseUrl: 'http://127.0.0.1:1/v1', maskPersonalData: false },
    dialogue: {
      id: null,
      turns: ['first ', 'second ', 'third '].map((text, at) => say(at, text.repeat(20))),
    },
    examples: ['best ', 'good ', 'worst '].map((text, at) => ({
      dialogue: at as DialogueId,
      turns: [say(0, text.repeat(40))],
    })),
    settings: answerSettingsSchema.parse({}),
    sample: 0,
  });
  async function answered(most: number) {
    const seen: string[] = [];
    const ask: Asker['ask'] = async ({ request }) => {
      const words = request.messages.map(({ content }) => content).join('');
      seen.push(words);
      if (words.length <= most)
        return { kind: 'answer', answer: { text: 'Yes.', finish: 'stop' }, cached: true, usage: null };
      const room = { asked: words.length, most };
      return { kind: 'fault', fault: new ModelFault('bad-request', 'Too long.', { room }) };
    };
    const said = await askForTurn(writing, 3, { asker: { ask }, usageOf: () => null });
    const has = ['best', 'good', 'worst', 'first', 'third'].filter((word) => seen.at(-1)?.includes(word));
    return { has, times: seen.length, problem: said.problem, shown: said.prompt.length, failed: said.failed };
  }

  it('drops its worst examples, then its oldest turns, and is sent once more', async () => {
    const fine = { times: 2, problem: null, shown: 2, failed: false };
    expect(await answered(1500)).toEqual({
      ...fine,
      times: 1,
      has: ['best', 'good', 'worst', 'first', 'third'],
    });
    expect(await answered(1150)).toEqual({ ...fine, has: ['best', 'good', 'first', 'third'] });
    expect(await answered(450)).toEqual({ ...fine, has: ['third'] });
  });

  it('is a fault if the turn alone is too long', async () => {
    expect(await answered(100)).toMatchObject({ has: ['third'], problem: 'Too long.', failed: true });
  });
});
