import { describe, expect, it } from 'vitest';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { BatchCellRow } from '../../store/comparing/batch-run-table.ts';
import { createJudgeWriter, type JudgeParts } from './judge-request.ts';

const cell = (columnIndex: number, answers: string[], from: number): BatchCellRow => ({
  item: 0,
  columnIndex,
  answers,
  measures: {} as BatchCellRow['measures'],
  examples: { found: [[1, from as DialogueId, 3, 0.5]], answers: [] },
  route: null,
  prompt: null,
  promptVersion: null,
  tokens: null,
  costUsd: null,
  cached: false,
  latencyMs: 0,
  problem: null,
});

const TURNS = [
  { role: 'system', text: 'Welcome.' },
  { role: 'user', text: 'I am at ann@example.org.' },
  { role: 'system', text: 'I write to ann@example.org.' },
  { role: 'user', text: 'Thanks.' },
  { role: 'system', text: 'Goodbye.' },
] as const;

const parts = (given: Partial<JudgeParts> = {}): JudgeParts => ({
  prompt: 'Judge.',
  judge: {
    provider: 'p',
    model: 'm',
    temperature: 0,
    seed: 1,
    maxOutputTokens: 300,
  },
  provider: { baseUrl: 'http://127.0.0.1:1/v1', maskPersonalData: true },
  unit: 'next-turn',
  item: { item: 0, dialogue: 7 as DialogueId, turns: [2], asked: TURNS[1].text, truths: [TURNS[2].text] },
  turns: TURNS,
  baseline: cell(0, ['I write to bob@example.org.'], 11),
  column: cell(1, ['I write to ann@example.org, too.'], 12),
  ...given,
});

const shown = (writer: ReturnType<typeof createJudgeWriter>, swapped: boolean): string =>
  writer.draft(swapped, null).messages[1].content;

describe('the question to a judge', () => {
  it('shows a turn with everything before it, the truth and both answers, with personal data masked', () => {
    const writer = createJudgeWriter(parts());
    expect(shown(writer, false)).toBe(
      [
        '<dialogue>\n0 System: Welcome.\n1 User: I am at [email-1].\n</dialogue>',
        '<truth>\n2 System: I write to [email-1].\n</truth>',
        '<first>\n2 System: I write to [email-2].\n</first>',
        '<second>\n2 System: I write to [email-1], too.\n</second>',
        'Which answer serves the user better? Answer with the JSON object.',
      ].join('\n\n'),
    );
    expect(writer.unmask('The second keeps [email-1].')).toBe('The second keeps ann@example.org.');
  });

  it('is the same in the other order, except for the positions', () => {
    const writer = createJudgeWriter(parts());
    const [straight, swapped] = [shown(writer, false), shown(writer, true)];
    expect(swapped).toContain('<first>\n2 System: I write to [email-1], too.\n</first>');
    expect(swapped.split('\n').sort()).toEqual(straight.split('\n').sort());
    expect(writer.draft(true, null).question.hash).not.toBe(writer.draft(false, null).question.hash);
    expect(writer.draft(true, 'It was empty.').question.hash).not.toBe(
      writer.draft(true, null).question.hash,
    );
  });

  it('shows a dialogue without the agent turns that the columns answered', () => {
    const item = { ...parts().item, turns: [2, 4], truths: [TURNS[2].text, TURNS[4].text] };
    const writer = createJudgeWriter(
      parts({
        unit: 'whole-dialogue',
        item,
        baseline: cell(0, ['One.', 'Two.'], 11),
        column: cell(1, ['Three.', 'Four.'], 12),
        provider: { baseUrl: 'http://127.0.0.1:1/v1', maskPersonalData: false },
      }),
    );
    const content = shown(writer, false);
    expect(content).toContain(
      '<dialogue>\n0 System: Welcome.\n1 User: I am at ann@example.org.\n3 User: Thanks.\n</dialogue>',
    );
    expect(content).toContain('<truth>\n2 System: I write to ann@example.org.\n4 System: Goodbye.\n</truth>');
    expect(content).toContain('<second>\n2 System: Three.\n4 System: Four.\n</second>');
  });

  it('names every dialogue whose text may be in it, its own first', () => {
    expect(createJudgeWriter(parts()).draft(false, null).question.dialogues).toEqual([7, 11, 12]);
  });

  it('requests a verdict by a schema', () => {
    expect(createJudgeWriter(parts()).draft(false, null).question.request.answerSchema?.name).toBe('verdict');
  });
});
