import { openSlotReader, type SlotReader } from '#backend/features/flows/slots-by-model.ts';
import type { OutputTarget } from '#backend/output/target.ts';
import type { AgentCall, Project } from '#backend/project.ts';
import { type FlowGraph, flowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import { startState } from '#shared/algorithms/flows/following/follow-flow.ts';
import { trackedFlow, trackFlows } from '#shared/algorithms/flows/following/track-flows.ts';
import type { SlotReading } from '#shared/algorithms/flows/running/model-slots.ts';
import { type AgentAccount, accountOfTurns, type ModelAnswerer } from '#shared/domain/agent.ts';
import { type NextActionEvaluation, scorePredicted } from './evaluate-next-action.ts';
import type { PredictedTurn } from './predict-next-action.ts';
import { readFlowFolder } from './read-flow-folder.ts';
import { readLabelled } from './read-labelled.ts';

interface ModelEvaluation {
  readonly flows: string;
  readonly dialogues: string;
  readonly answerer: ModelAnswerer;
  readonly hideResults: boolean;
  readonly limit: number | null;
  readonly dump: OutputTarget | null;
}

interface AskedOfModel {
  readonly requests: number;
  /** Turns whose slots were read by types, because no answer was valid. */
  readonly byTypes: number;
  readonly account: AgentAccount | null;
}

/**
 * Predicts by flows, with slots read by a model; the project stores the answers.
 * Throws a DialogramError if a file cannot be read, AskingStopped if the budget is used up.
 */
export async function evaluateByModel(
  project: Project,
  { flows, dialogues, answerer, hideResults, limit, dump }: ModelEvaluation,
  call: AgentCall,
): Promise<{ readonly scores: NextActionEvaluation<'model'>; readonly asked: AskedOfModel }> {
  const started = performance.now();
  const tracked = (await readFlowFolder(flows, call.signal)).map((flow) => trackedFlow(flowGraph(flow)));
  const byName = new Map(tracked.map((flow) => [flow.graph.flow.name, flow]));
  const readers = new Map<FlowGraph, SlotReader>();
  const readerOf = async (graph: FlowGraph): Promise<SlotReader> => {
    const reader = readers.get(graph) ?? (await openSlotReader(project, graph, answerer, call));
    readers.set(graph, reader);
    return reader;
  };
  const predicted: PredictedTurn[] = [];
  const accounts: AgentAccount[] = [];
  let [read, byTypes] = [0, 0];
  for await (const { id, tasks, happy, turns, places } of readLabelled(dialogues, call.signal)) {
    if (read++ === limit) break;
    const named = tasks.flatMap((task) => byName.get(task) ?? []);
    const own = named.length > 0 ? named : tracked;
    const readings = new Map<number, SlotReading>();
    for (const { turn, flow, said } of trackFlows(own, turns, { hideResults })) {
      if (!flow || said === '') continue;
      call.signal.throwIfAborted();
      const answer = await (await readerOf(flow.graph))(startState(flow.graph), turns.slice(0, turn));
      if (!answer) continue;
      accounts.push({ ...answer.asked, prompt: [] });
      if (answer.reading) readings.set(turn, answer.reading);
      else byTypes++;
    }
    for (const { turn, flow, reply, answer } of trackFlows(own, turns, { hideResults, readings })) {
      const { label, text } = turns[turn]!;
      if (label === null) continue;
      predicted.push({
        dialogue: id,
        turn: places[turn]!,
        task: flow?.graph.flow.name ?? tasks[0] ?? '',
        happy,
        tasks: tasks.length,
        predicted: reply?.label ?? null,
        answer: reply && answer,
        truth: label,
        said: text,
      });
    }
  }
  const scores = scorePredicted(predicted, { method: 'model', dialogues, hideResults, dump, started });
  return { scores, asked: { requests: accounts.length, byTypes, account: accountOfTurns(accounts) } };
}
