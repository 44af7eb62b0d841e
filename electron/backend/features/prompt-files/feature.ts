import { readFileSync, statSync } from 'node:fs';
import type { InferContractRouterOutputs } from '@orpc/contract';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { InputOf } from '#shared/contract/base.ts';
import { DialogramError, type ErrorCode } from '#shared/contract/errors.ts';
import type { Job } from '#shared/contract/jobs.ts';
import { promptFilesContract } from '#shared/contract/prompts.ts';
import type { JobId, RunId } from '#shared/domain/ids.ts';
import { defineFeature } from '../../feature.ts';
import { elsewhereRuns } from '../../jobs/run-asking.ts';
import { csvLine } from '../../output/csv.ts';
import { targetOf, writeInPieces } from '../../output/target.ts';
import type { Project } from '../../project.ts';
import { outcomeOf } from '../../providers/model/batch-files.ts';
import { parsedOrNull } from '../../providers/model/chat-answer.ts';
import { chatBody, expectedQuirks } from '../../providers/model/chat-request.ts';
import type { ChatAnswer } from '../../providers/model/model.ts';
import type { Elsewhere } from '../../providers/requests/elsewhere.ts';
import type { Question } from '../../providers/requests/ledger.ts';
import { batchRuns } from '../batch/index.ts';
import { freeRuns } from '../free-colang/index.ts';
import { judgingRuns } from '../judging/index.ts';
import { modelRuns } from '../model-tagging/index.ts';
import { namingRuns } from '../move-naming/index.ts';
import { instructionRuns } from '../slot-instructions/index.ts';

type PromptFormat = InputOf<(typeof promptFilesContract)['export']>['to'];

const headOfFile = (to: PromptFormat): string => (to === 'csv' ? 'id,model,prompt,answer\r\n' : '');

/** Formats a prompt for export. Its id is a hash of everything that affects the answer. */
function writtenPrompt({ hash, request }: Question, to: PromptFormat): string {
  const { model, messages, temperature, seed, maxOutputTokens, answerSchema } = request;
  switch (to) {
    case 'openai': {
      const body = chatBody(request, { ...expectedQuirks(''), logprobs: false });
      return `${JSON.stringify({ custom_id: hash, method: 'POST', url: '/v1/chat/completions', body })}\n`;
    }
    case 'csv': {
      const words = messages.map(({ role, content }) => `${role}:\n${content}`).join('\n\n');
      return csvLine([hash, model, words, '']);
    }
    case 'jsonl':
      return `${JSON.stringify({ id: hash, model, messages, temperature, seed, maxOutputTokens, schema: answerSchema?.schema ?? null })}\n`;
  }
}

/** Continues a paused run until it ends or pauses again. `elsewhere` handles its prompts. */
async function goThrough(project: Project, run: RunId, elsewhere: Elsewhere): Promise<Job> {
  const inHands = project.use(elsewhereRuns);
  if (inHands.has(run)) {
    throw new DialogramError('BUSY', `The prompts of run ${run} are already being exported or answered.`, {
      value: String(run),
      nextStep: 'Wait until that export or import has ended, then try again.',
    });
  }
  inHands.set(run, elsewhere);
  try {
    return await endOf(project, goOn(project, run));
  } finally {
    inHands.delete(run);
  }
}

const KINDS = [batchRuns, judgingRuns, modelRuns, namingRuns, freeRuns, instructionRuns];

/** @throws DialogramError NOT_FOUND for a run that has no prompts; INVALID if it is not paused */
function goOn(project: Project, run: RunId): JobId {
  const kind = KINDS.find(({ list }) => list(project.database).some((known) => known.run === run));
  if (kind) return kind.goOn(project, run, undefined, () => {}).job;
  throw new DialogramError('NOT_FOUND', `Run ${run} is not waiting for answers from elsewhere.`, {
    value: String(run),
    nextStep: 'Start a run whose prompts are answered elsewhere.',
  });
}

async function endOf({ jobs }: Project, id: JobId): Promise<Job> {
  let last: Job | null = null;
  for await (const state of jobs.watch(id)) last = state;
  if (last?.state === 'failed' && last.error)
    throw new DialogramError(last.error.code as ErrorCode, last.error.message, last.error.detail);
  if (last?.state !== 'done' && last?.state !== 'paused')
    throw new DialogramError('CANCELLED', 'The run was canceled. The answers imported so far are kept.');
  return last;
}

interface AnswerLine {
  readonly line: number;
  /** Id of the prompt that the line answers; null if the line has none. */
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
 * Reads a batch file's output, lines such as `{"id","answer","tokens"?}`, or a table with `id` and `answer`.
 * @throws DialogramError BAD_FILE
 */
function readAnswers(path: string): AnswerLine[] {
  const { size } = statSync(path);
  if (size > MOST_BYTES) throw badFile(path, `is larger than ${MOST_BYTES / 2 ** 20} MB`);
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
        {
          line,
          id: null,
          said: { problem: 'This line is neither {"id","answer"} nor a line of a batch file.' },
        },
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
    throw badFile(path, 'needs a column "id" and a column "answer"');
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
        'Choose a batch file with answers, lines of {"id","answer"}, or a table with the columns “id” and “answer”.',
    }),
    { cause },
  );

type ImportedAnswers = InferContractRouterOutputs<typeof promptFilesContract>['import'];

const MOST_NAMED = 1000;

async function takeAnswers(project: Project, run: RunId, path: string): Promise<ImportedAnswers> {
  const lines = readAnswers(path);
  const left: ImportedAnswers['left'] = [];
  const leave = ({ line, id }: AnswerLine, reason: string): void => void left.push({ line, id, reason });
  const answers = new Map<string, { readonly line: AnswerLine; readonly answer: ChatAnswer }>();
  for (const line of lines) {
    const { id, said } = line;
    if ('problem' in said) leave(line, said.problem);
    else if (id === null) leave(line, 'This line has no prompt id.');
    else if (answers.has(id)) leave(line, `Line ${answers.get(id)?.line.line} already answers this prompt.`);
    else answers.set(id, { line, answer: said });
  }
  const taken = new Set<string>();
  const waiting = new Set<string>();
  let tokens = 0;
  const { state } = await goThrough(project, run, {
    answerOf(hash) {
      const answer = answers.get(hash)?.answer ?? null;
      if (answer && !taken.has(hash)) {
        taken.add(hash);
        tokens += (answer.usage?.input ?? 0) + (answer.usage?.output ?? 0);
      }
      return answer;
    },
    waits: ({ hash }) => void waiting.add(hash),
  });
  for (const [id, { line }] of answers)
    if (!taken.has(id)) leave(line, 'No unanswered prompt of the run has this id.');
  left.sort((one, other) => one.line - other.line);
  return {
    read: lines.length,
    taken: taken.size,
    left: left.slice(0, MOST_NAMED),
    leftInAll: left.length,
    waiting: waiting.size,
    tokens,
    done: state === 'done',
  };
}

export const feature = defineFeature({
  contract: promptFilesContract,
  methods: {
    export: async ({ input, project, session }) => {
      const target = targetOf(session, input);
      const prompts = new Map<string, string>();
      await goThrough(project, input.run, {
        answerOf: () => null,
        waits: (question) => void prompts.set(question.hash, writtenPrompt(question, input.to)),
      });
      const written = writeInPieces(target, [headOfFile(input.to), ...prompts.values()]);
      return { ...written, prompts: prompts.size };
    },
    import: ({ input, project, session }) =>
      takeAnswers(project, input.run, session.files.forReading(input.path)),
  },
});
