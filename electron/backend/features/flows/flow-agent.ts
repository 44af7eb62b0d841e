import { z } from 'zod';
import { flowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import { runTurn, startRun } from '#shared/algorithms/flows/run-flow.ts';
import type { Agent } from '#shared/domain/agent.ts';
import { defineAgentKind } from '../../agent-kind.ts';
import { requireSoundFlow } from './sound-flow.ts';

const schema = z.looseObject({ kind: z.literal('flow'), title: z.string(), flow: z.string() });

/** A flow as an agent, without a model; what it has heard is its state. */
export const flowAgent = defineAgentKind({
  kind: 'flow',
  schema,
  open: async ({ database }, { flow }): Promise<Agent<ReturnType<typeof startRun>, unknown>> => {
    const graph = flowGraph(requireSoundFlow(database, flow));
    return {
      start: startRun(graph),
      step: async (state, turn) => {
        if (turn.role !== 'user') return { state, reply: null };
        const { next, answer, node, way, state: after } = runTurn(graph, state, turn.text);
        return {
          state: next,
          reply: {
            text: answer,
            problem: null,
            why: { node, way, slots: after.slots },
            next: [],
          },
        };
      },
    };
  },
});
