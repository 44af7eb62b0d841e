import type { DialogueId } from '#shared/domain/ids.ts';
import type { ChatAnswer, Weights } from '../../providers/model/model.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { change, oneRow } from '../statements.ts';

export interface KeptAnswer {
  readonly text: string;
  readonly finish: ChatAnswer['finish'];
  readonly weights?: ChatAnswer['weights'];
}

interface NewAnswer extends KeptAnswer {
  readonly hash: string;
  readonly provider: string;
  readonly model: string;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly dialogues: readonly DialogueId[];
}

export function answerReader(database: ReadDatabase): (hash: string) => KeptAnswer | null {
  return (hash) => {
    const kept = oneRow<KeptAnswer & { readonly weights: string | null }>(database)`
      SELECT answer AS text, finish, weights FROM model_answers WHERE hash = ${hash}`;
    if (!kept) return null;
    const { weights, ...said } = kept;
    return weights === null ? said : { ...said, weights: JSON.parse(weights) as Weights };
  };
}

export function answerUsage(database: ReadDatabase, hash: string): { input: number; output: number } | null {
  const row = oneRow<{ input: number | null; output: number | null }>(database)`
    SELECT input_tokens AS input, output_tokens AS output FROM model_answers WHERE hash = ${hash}`;
  return row && row.input !== null && row.output !== null ? { input: row.input, output: row.output } : null;
}

export function answerWriter(database: WriteDatabase) {
  const link = (hash: string, dialogues: readonly DialogueId[]): void => {
    for (const dialogue of dialogues)
      change(database)`
        INSERT OR IGNORE INTO model_answer_dialogues (hash, dialogue_id) VALUES (${hash}, ${dialogue})`;
  };
  return {
    link,
    write: (answer: NewAnswer): void => {
      change(database)`
        INSERT OR IGNORE INTO model_answers (hash, provider, model, answer, finish, input_tokens,
          output_tokens, at, weights)
        VALUES (${answer.hash}, ${answer.provider}, ${answer.model}, ${answer.text}, ${answer.finish},
          ${answer.inputTokens}, ${answer.outputTokens}, ${new Date().toISOString()},
          ${answer.weights ? JSON.stringify(answer.weights) : null})`;
      link(answer.hash, answer.dialogues);
    },
  };
}
