import { z } from 'zod';
import { flowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import { flowGrounds } from '#shared/algorithms/flows/flow-grounds.ts';
import { changeVariable, flowVariables } from '#shared/algorithms/flows/flow-variables.ts';
import type { Follower } from '#shared/algorithms/flows/predict-reply.ts';
import { decide, startRun, turnOf } from '#shared/algorithms/flows/run-flow.ts';
import { flowErrors, validateFlow } from '#shared/algorithms/flows/validate-flow.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { defineAgentKind } from '../../agent-kind.ts';
import { listFlows } from '../../store/edits/flow-table.ts';
import { requireSoundFlow } from './sound-flow.ts';

const schema = z.looseObject({ kind: z.literal('flow'), title: z.string(), flow: z.string() });

/** A flow as an agent, without a model; what it has heard is its state. */
export const flowAgent = defineAgentKind({
  kind: 'flow',
  schema,
  list: ({ database }) =>
    listFlows(database).map(({ name, flow }) => ({
      agent: { kind: 'flow' as const, title: `Flow ${name}`, flow: name },
      problem: flowErrors(validateFlow(flow))[0]?.message ?? null,
    })),
  open: async ({ database }, { flow }) => {
    const graph = flowGraph(requireSoundFlow(database, flow));
    return {
      start: startRun(graph),
      variables: ({ state }: Follower) => flowVariables(graph, state),
      step: async (follower: Follower, { role, text, change }) => {
        if (role !== 'user') return { state: follower, reply: null };
        const changed = change && changeVariable(graph, follower.state, change.name, change.value);
        if (changed === null) throw noSuchVariable(flow, change!.name);
        const running = changed
          ? decide(graph, { ...follower, state: changed, said: '' })
          : turnOf(graph, follower, text);
        let step = running.next();
        // Where nobody has put a function, all goes well.
        while (!step.done) step = running.next({ message: 'Success' });
        const turn = step.value;
        return {
          state: turn.next,
          reply: {
            text: turn.answer === '' ? null : turn.answer,
            problem: turn.answer === '' ? 'The flow has nothing to say here.' : null,
            why: flowGrounds(graph, follower.state, turn),
            next: [],
          },
        };
      },
    };
  },
});

const noSuchVariable = (flow: string, name: string): DialogramError =>
  new DialogramError('INVALID', `The flow "${flow}" has no variable "${name}".`, {
    value: name,
    nextStep: 'Name a slot, or action_ or answered_ with the id of a node.',
  });
