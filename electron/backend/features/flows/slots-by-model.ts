import type { FlowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import { type FlowState, startState } from '#shared/algorithms/flows/following/follow-flow.ts';
import {
  hasSlotsToAsk,
  readSlots,
  type SlotReading,
  slotQuestion,
  slotSchema,
} from '#shared/algorithms/flows/running/model-slots.ts';
import { mostInputTokens } from '#shared/algorithms/model-tagging/bounds.ts';
import {
  type AgentAccount,
  type AgentTurn,
  answererTitle,
  type ModelAnswerer,
} from '#shared/domain/agent.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import type { AgentCall, Project, RequestBound } from '../../project.ts';
import { openAgentModel } from '../generation/index.ts';
import { keptPrompt, presentPrompt } from '../prompts/index.ts';

export const SLOT_PROMPT = 'flow-slots';

export interface ReadTurn {
  /** Null if values are read by their types, without a model. */
  readonly reading: SlotReading | null;
  readonly readBy: string;
  readonly asked: AgentAccount;
}

export type SlotReader = (
  state: FlowState,
  turns: readonly { readonly role: Role; readonly text: string }[],
) => Promise<ReadTurn | null>;

export async function openSlotReader(
  project: Project,
  graph: FlowGraph,
  answerer: ModelAnswerer,
  call: AgentCall,
): Promise<SlotReader> {
  const begin = await openAgentModel(project, answerer, call);
  const prompt = keptPrompt(project.database, project.app.resources, SLOT_PROMPT);
  return async (state, turns) => {
    if (!hasSlotsToAsk(graph, state)) return null;
    const asking = begin();
    const { text, problem } = await asking.ask({
      prompt: prompt.text,
      content: slotQuestion(graph, state, turns),
      said: turns.map((turn) => turn.text),
      schema: slotSchema(graph, state),
    });
    const reading = text === null ? null : readSlots(graph, state, text);
    const why = problem ?? 'The answer is not a JSON object with slots.';
    return {
      reading,
      readBy: reading
        ? `${answererTitle(answerer)}, prompt ${prompt.version}`
        : `types and examples, because ${answererTitle(answerer)} returned no slots: ${why}`,
      asked: asking.account(),
    };
  };
}

export function mostOfReading(
  project: Project,
  graph: FlowGraph,
  { maxOutputTokens }: ModelAnswerer,
  turns: readonly AgentTurn[],
): RequestBound {
  const start = startState(graph);
  const { text } = presentPrompt(project.database, project.app.resources, SLOT_PROMPT);
  const schema = JSON.stringify(slotSchema(graph, start));
  const inputs = turns.flatMap(({ role }, at) => {
    if (role !== 'user' || !hasSlotsToAsk(graph, start)) return [];
    const content = slotQuestion(graph, start, turns.slice(0, at + 1));
    return [mostInputTokens([{ content: text }, { content }], schema)];
  });
  return {
    requests: inputs.length,
    input: inputs.reduce((sum, one) => sum + one, 0),
    output: inputs.length * maxOutputTokens,
  };
}
