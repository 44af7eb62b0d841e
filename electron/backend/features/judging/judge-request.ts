import {
  type JudgedPair,
  type JudgedTurn,
  judgeMessages,
  VERDICT_SCHEMA,
} from '#shared/algorithms/judging/judge-messages.ts';
import type { PromptMessage } from '#shared/algorithms/model-tagging/messages.ts';
import { createMasker } from '#shared/algorithms/privacy/masker.ts';
import type { AnswerUnit } from '#shared/contract/generation.ts';
import type { Judge } from '#shared/contract/judging.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import type { KeptProvider } from '../../providers/model/provider-settings.ts';
import { type Question, questionOf } from '../../providers/requests/ledger.ts';
import { type BatchCellRow, type BatchItemRow, findCell } from '../../store/comparing/batch-run-table.ts';
import type { TurnText } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import type { ComparedPair } from './compared-pairs.ts';

export const JUDGE_PROMPT = 'judge';

export interface DraftedQuestion {
  readonly messages: readonly PromptMessage[];
  readonly question: Question;
}

export type JudgeWriter = ReturnType<typeof createJudgeWriter>;

export interface JudgeParts {
  readonly prompt: string;
  readonly judge: Judge;
  readonly provider: Pick<KeptProvider, 'baseUrl' | 'maskPersonalData'>;
  readonly unit: AnswerUnit;
  readonly item: BatchItemRow;
  readonly turns: readonly Pick<TurnText, 'role' | 'text'>[];
  readonly baseline: JudgedAnswers;
  readonly column: JudgedAnswers;
}

type JudgedAnswers = Pick<BatchCellRow, 'answers' | 'examples'>;

/**
 * Lets the judge see everything before a turn, but only the user's turns of a whole dialogue. Both orders use the same
 * placeholders for masked data.
 */
export function createJudgeWriter(parts: JudgeParts) {
  const { prompt, judge, provider, unit, item, turns, baseline, column } = parts;
  // A dialogue is judged to its end, because later turns show the outcome.
  const [first = 0] = item.turns;
  const last = unit === 'next-turn' ? first : turns.length - 1;
  const heard = turns.slice(0, last + 1);
  const masker = createMasker([
    ...heard.map(({ text }) => text),
    ...[...baseline.answers, ...column.answers].map((answer) => answer ?? ''),
  ]);
  const hidden = (text: string): string => (provider.maskPersonalData ? masker.mask(text).text : text);
  const asked = new Map(item.turns.map((turn, at) => [turn, item.truths[at]]));
  const conversation: JudgedTurn[] = [];
  const truth: JudgedTurn[] = [];
  for (const [turn, { role, text }] of heard.entries()) {
    const said = asked.get(turn);
    if (said === undefined) conversation.push({ turn, role, text: hidden(text) });
    else truth.push({ turn, role, text: hidden(said) });
  }
  const answerOf = ({ answers }: JudgedAnswers): JudgedTurn[] =>
    item.turns.map((turn, at) => ({ turn, role: 'system', text: hidden(answers[at] ?? '') }));
  const shown = { baseline: answerOf(baseline), column: answerOf(column) };
  const dialogues = [...new Set([item.dialogue, ...sourcesOf(baseline), ...sourcesOf(column)])];
  return {
    /** @param problem why the last verdict could not be read; null for the first request */
    draft(swapped: boolean, problem: string | null) {
      const pair: JudgedPair = {
        conversation,
        truth,
        first: swapped ? shown.column : shown.baseline,
        second: swapped ? shown.baseline : shown.column,
      };
      const messages = judgeMessages(prompt, pair, problem);
      const { model, temperature, seed, maxOutputTokens } = judge;
      const answerSchema = { name: 'verdict', schema: VERDICT_SCHEMA };
      const choices = VERDICT_SCHEMA.properties.verdict.enum;
      const request = { model, messages, temperature, seed, maxOutputTokens, answerSchema, choices };
      return { messages, question: questionOf(provider.baseUrl, request, dialogues) };
    },
    /** Replaces the placeholders in a reason with the original data. */
    unmask: (text: string) => (provider.maskPersonalData ? masker.unmask(text) : text),
  };
}

const sourcesOf = ({ examples }: JudgedAnswers): DialogueId[] => [
  ...examples.found.map(([, dialogue]) => dialogue),
  ...examples.answers.map(([, dialogue]) => dialogue),
];

/** Returns both answers of a pair with the examples behind them; null if one is missing. */
export function readAnswers(
  database: ReadDatabase,
  batch: RunId,
  item: number,
  [baseline, column]: ComparedPair,
): { readonly baseline: BatchCellRow; readonly column: BatchCellRow } | null {
  const [one, other] = [findCell(database, batch, item, baseline), findCell(database, batch, item, column)];
  return one && other && { baseline: one, column: other };
}
