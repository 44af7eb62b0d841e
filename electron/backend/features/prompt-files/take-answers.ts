import type { InferContractRouterOutputs } from '@orpc/contract';
import type { promptFilesContract } from '#shared/contract/prompt-files.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { Project } from '../../project.ts';
import type { ChatAnswer } from '../../providers/model/model.ts';
import { goThrough } from './go-through.ts';
import { type AnswerLine, readAnswers } from './read-answers.ts';

type Taken = InferContractRouterOutputs<typeof promptFilesContract>['import'];

const MOST_NAMED = 1000;

/** Continues a run with the answers of a file; every line is used, or reported with the reason why not. */
export async function takeAnswers(project: Project, run: RunId, path: string): Promise<Taken> {
  const lines = readAnswers(path);
  const left: Taken['left'] = [];
  const leave = ({ line, id }: AnswerLine, reason: string): void => void left.push({ line, id, reason });
  const answers = new Map<string, { readonly line: AnswerLine; readonly answer: ChatAnswer }>();
  for (const line of lines) {
    const { id, said } = line;
    if ('problem' in said) leave(line, said.problem);
    else if (id === null) leave(line, 'It names no prompt.');
    else if (answers.has(id)) leave(line, `Line ${answers.get(id)?.line.line} answers the same prompt.`);
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
    if (!taken.has(id)) leave(line, 'No prompt of the run that waits has this id.');
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
