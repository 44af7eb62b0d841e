import { describe, expect, it } from 'vitest';
import { answerSettingsSchema } from '#shared/contract/generation.ts';
import { createRequestWriter, type DraftedRequest } from './model-request.ts';

const writerFor = (...texts: readonly string[]) =>
  createRequestWriter({
    prompt: 'Answer.',
    answerer: { kind: 'model', provider: 'p', model: 'm', temperature: 0, seed: 1, maxOutputTokens: 100 },
    provider: { baseUrl: 'http://127.0.0.1:1/v1', maskPersonalData: true },
    dialogue: {
      id: null,
      turns: texts.map((text, turn) => ({ role: turn % 2 === 0 ? 'user' : 'system', text })),
    },
    examples: [],
    settings: answerSettingsSchema.parse({ context: 1 }),
    sample: 0,
  });

describe('the request for a turn', () => {
  it('masks names introduced earlier, even in turns that are not shown, and restores them', () => {
    const writer = writerFor('My name is Ada.', 'Hello', 'Is a parcel for Ada there?', 'Yes, Ada.');
    const asked = writer.turn(3).messages[1].content;
    expect(asked).toContain('User: Is a parcel for [name-1] there?');
    expect(writer.unmask('Yes, [name-1].')).toBe('Yes, Ada.');
  });

  it('does not depend on later turns', () => {
    const [one, other] = ['Thanks, Parcel.', 'It is here.'].map((answer) =>
      writerFor('A Parcel is late', answer),
    );
    const sent = ({ messages, question }: DraftedRequest) => ({ messages, question });
    expect(sent(one.turn(1))).toEqual(sent(other.turn(1)));
  });
});
