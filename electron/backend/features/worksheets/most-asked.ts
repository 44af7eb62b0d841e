import { mostInputTokens } from '#shared/algorithms/model-tagging/bounds.ts';
import { answerRequest, statementsRequest } from '#shared/algorithms/worksheets/model/requests.ts';
import type { CompiledSet } from '#shared/algorithms/worksheets/runtime/compile.ts';
import { NO_KNOWLEDGE } from '#shared/algorithms/worksheets/runtime/knowledge.ts';
import { runTurn } from '#shared/algorithms/worksheets/runtime/run-turn.ts';
import { type Act, START } from '#shared/algorithms/worksheets/runtime/state.ts';
import { extractStatements } from '#shared/algorithms/worksheets/words/extract.ts';
import type { WorksheetPrompt } from '#shared/contract/worksheets.ts';
import type { AgentTurn, ModelAnswerer } from '#shared/domain/agent.ts';
import type { MostAsked, Project } from '../../project.ts';
import { presentPrompt } from '../prompts/index.ts';
import { today } from './talk.ts';

/**
 * Returns an upper bound for the model requests to hear these turns: each user turn is read, once more if the first
 * statements cannot be used, and the last answer is worded. The state so far is read by types. Values judged by words,
 * texts of tables, and the tables' answers are left out.
 */
export function mostOfTalking(
  { database, app }: Pick<Project, 'database' | 'app'>,
  set: CompiledSet,
  { maxOutputTokens }: ModelAnswerer,
  turns: readonly AgentTurn[],
): MostAsked {
  const settings = { today: today(), knowledge: NO_KNOWLEDGE };
  const promptOf = (name: WorksheetPrompt) => presentPrompt(database, app.resources, name).text;
  const statements = promptOf('worksheet-statements');
  const answer = promptOf('worksheet-answer');
  let state = START;
  let acts: readonly Act[] = [];
  let system = '';
  const inputs: number[] = [];
  const last = turns.findLastIndex(({ role }) => role === 'user');
  for (const [at, { role, text }] of turns.entries()) {
    if (role !== 'user') {
      system = text;
      continue;
    }
    const said = { system, user: text };
    const content = statementsRequest(set, state, acts, said, settings.today);
    const once = mostInputTokens([{ content: statements }, { content }], null);
    inputs.push(once, once + maxOutputTokens);
    const turn = runTurn(set, state, extractStatements(set, state, text, settings), settings);
    ({ state, acts } = turn);
    if (at !== last) continue;
    const worded = answerRequest(set, state, acts, said, settings.today);
    inputs.push(mostInputTokens([{ content: answer }, { content: worded }], null));
  }
  return {
    requests: inputs.length,
    input: inputs.reduce((sum, one) => sum + one, 0),
    output: inputs.length * maxOutputTokens,
  };
}
