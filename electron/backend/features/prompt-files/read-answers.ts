import { readFileSync, statSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { DialogramError } from '#shared/contract/errors.ts';
import { outcomeOf } from '../../providers/model/batch-files.ts';
import { parsedOrNull } from '../../providers/model/chat-answer.ts';
import type { ChatAnswer } from '../../providers/model/model.ts';

/** A line of a file of answers: its content, or its problem. */
export interface AnswerLine {
  readonly line: number;
  /** Id of its prompt; null if it names none. */
  readonly id: string | null;
  readonly said: ChatAnswer | { readonly problem: string };
}

const MOST_BYTES = 512 * 2 ** 20;

const tokensSchema = z.object({ input: z.int().min(0), output: z.int().min(0) });
const plainSchema = z.object({
  id: z.string().min(1),
  answer: z.string(),
  tokens: tokensSchema.nullish(),
});

/**
 * Answers that were given elsewhere: a batch file's output, our own lines `{"id","answer","tokens"?}`, or a table with at
 * least the columns `id` and `answer`.
 * @throws DialogramError BAD_FILE
 */
export function readAnswers(path: string): AnswerLine[] {
  const { size } = statSync(path);
  if (size > MOST_BYTES) throw badFile(path, `has more than ${MOST_BYTES / 2 ** 20} MB`);
  const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  return text.trimStart().startsWith('{') ? linesOf(text) : rowsOf(path, text);
}

const answered = (text: string, tokens: z.infer<typeof tokensSchema> | null): AnswerLine['said'] =>
  text.trim() === ''
    ? { problem: 'The answer is empty.' }
    : { text, finish: 'stop', usage: tokens, latencyMs: 0 };

function linesOf(text: string): AnswerLine[] {
  return text.split('\n').flatMap((words, at): AnswerLine[] => {
    if (words.trim() === '') return [];
    const line = at + 1;
    const plain = plainSchema.safeParse(parsedOrNull(words));
    if (plain.success) {
      const { id, answer, tokens = null } = plain.data;
      return [{ line, id, said: answered(answer, tokens) }];
    }
    const outcome = outcomeOf(words, { host: 'The server', key: null });
    if (outcome === null) {
      return [
        { line, id: null, said: { problem: 'It is neither an answer of ours nor a line of a batch file.' } },
      ];
    }
    const said = 'answer' in outcome ? outcome.answer : { problem: outcome.fault.message };
    return [{ line, id: outcome.id, said }];
  });
}

const rowSchema = z.object({ record: z.record(z.string(), z.string()), info: z.object({ lines: z.int() }) });

function rowsOf(path: string, text: string): AnswerLine[] {
  let rows: z.infer<typeof rowSchema>[];
  try {
    const [first = ''] = text.split('\n', 1);
    const delimiter = ['\t', ';'].find((one) => first.includes(one)) ?? ',';
    const found: unknown = parse(text, { columns: true, info: true, delimiter, skip_empty_lines: true });
    rows = z.array(rowSchema).parse(found);
  } catch (error) {
    throw badFile(path, 'is neither a table nor JSON Lines', error);
  }
  const [first] = rows;
  if (first && !('id' in first.record && 'answer' in first.record))
    throw badFile(path, 'lacks the column "id" or "answer"');
  return rows.map(({ record, info }) => {
    const { id = '', answer = '', input_tokens = '', output_tokens = '' } = record;
    const tokens = tokensSchema.safeParse({ input: Number(input_tokens), output: Number(output_tokens) });
    const known = input_tokens !== '' && tokens.success ? tokens.data : null;
    return { line: info.lines, id: id.trim() === '' ? null : id.trim(), said: answered(answer, known) };
  });
}

const badFile = (path: string, what: string, cause?: unknown): DialogramError =>
  Object.assign(
    new DialogramError('BAD_FILE', `${path} ${what}.`, {
      place: path,
      nextStep:
        'Choose the output of a batch file, lines {"id","answer"}, or a table with the columns id and answer.',
    }),
    { cause },
  );
