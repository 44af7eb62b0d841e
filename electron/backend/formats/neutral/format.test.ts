import { describe, expect, it } from 'vitest';
import { collect, scratchFile } from '../../../../tests/fixtures/formats/collect.ts';

const turn = (speaker: string, text: string): object => ({ speaker, text });
const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

describe('neutral JSON Lines', () => {
  it('keeps ids as text, acts, and every other field in extra', async () => {
    const path = await scratchFile(
      'a.jsonl',
      line({
        id: 7,
        domain: ['bank'],
        goal: { ask: 'balance' },
        turns: [
          { speaker: 'user', text: 'Hi', acts: ['greet'], state: { name: 'Ada' } },
          { speaker: 'system', text: 'Hello', kb_results: [1] },
        ],
      }),
    );
    const { dialogues, events } = await collect(path, 'neutral');
    expect(dialogues).toEqual([
      {
        externalId: '7',
        domains: ['bank'],
        extra: { goal: { ask: 'balance' } },
        utterances: [
          {
            role: 'user',
            speaker: 'user',
            text: 'Hi',
            time: null,
            line: 1,
            acts: ['greet'],
            extra: { state: { name: 'Ada' } },
          },
          {
            role: 'system',
            speaker: 'system',
            text: 'Hello',
            time: null,
            line: 1,
            acts: null,
            extra: { kb_results: [1] },
          },
        ],
      },
    ]);
    expect(events.at(-1)).toEqual({ kind: 'end', records: 2 });
  });

  it('keeps the digits of an id that no double can hold', async () => {
    const path = await scratchFile(
      'a.jsonl',
      '{"x":{"id":1},"id":9007199254740993123,"turns":[{"speaker":"user","text":"a"}]}\n',
    );
    const { dialogues } = await collect(path, 'neutral');
    expect(dialogues[0].externalId).toBe('9007199254740993123');
  });

  it('imports the good turns of a dialogue and rejects the bad ones with the place and the value', async () => {
    const path = await scratchFile(
      'a.jsonl',
      line({
        id: 'd',
        turns: [turn('user', ''), turn('narrator', 'aside'), { speaker: 'user' }, 'x', turn('agent', 'ok')],
      }),
    );
    const { dialogues, rejects, end } = await collect(path, 'neutral');
    expect(dialogues[0].utterances.map(({ role, speaker, text }) => [role, speaker, text])).toEqual([
      ['user', 'user', ''],
      ['system', 'agent', 'ok'],
    ]);
    expect(rejects.map(({ line, records }) => [line, records])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
    expect(rejects[0].reason).toContain('Turn 2 of "d" has the speaker "narrator"');
    expect(end.records).toBe(5);
  });

  it('rejects lines that are no JSON, no dialogue, or a dialogue seen before, and goes on', async () => {
    const good = { id: 'a', turns: [turn('user', '1'), turn('system', '2')] };
    const path = await scratchFile(
      'a.jsonl',
      `${line(good)}\n{"id":\n${line([1])}${line({ id: 'e', turns: [] })}${line(good)}${line({ ...good, id: 'b' })}`,
    );
    const { dialogues, rejects, end } = await collect(path, 'neutral');
    expect(dialogues.map(({ externalId }) => externalId)).toEqual(['a', 'b']);
    expect(rejects.map(({ line, records }) => [line, records])).toEqual([
      [3, 1],
      [4, 1],
      [5, 1],
      [6, 2],
    ]);
    expect(rejects[3].reason).toContain('already used in line 1');
    expect(end.records).toBe(9);
  });

  it('names a dialogue without an id by its line and says so', async () => {
    const path = await scratchFile('a.jsonl', `\n${line({ turns: [turn('user', 'x')] })}`);
    const { dialogues, warnings } = await collect(path, 'neutral');
    expect(dialogues[0].externalId).toBe('line-2');
    expect(warnings.join()).toContain('without an id: 1');
  });

  it('keeps a field called __proto__ a field', async () => {
    const path = await scratchFile(
      'a.jsonl',
      '{"id":"a","__proto__":{"admin":true},"turns":[{"speaker":"user","text":"x"}]}\n',
    );
    const { dialogues } = await collect(path, 'neutral');
    expect(Object.keys(dialogues[0].extra ?? {})).toEqual(['__proto__']);
    expect((dialogues[0].extra as { admin?: boolean }).admin).toBeUndefined();
  });

  it('shows NUL and lone surrogates as U+FFFD and says so', async () => {
    const path = await scratchFile(
      'a.jsonl',
      '{"id":"a","turns":[{"speaker":"user","text":"a\\u0000b\\ud83dc"}]}\n',
    );
    const { dialogues, warnings } = await collect(path, 'neutral');
    expect(dialogues[0].utterances[0].text).toBe('a\ufffdb\ufffdc');
    expect(warnings.join()).toContain('NUL');
  });
});
