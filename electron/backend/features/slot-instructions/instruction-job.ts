import { flowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import { startState } from '#shared/algorithms/flows/following/follow-flow.ts';
import { improveInstruction } from '#shared/algorithms/flows/instructions/improve-instruction.ts';
import {
  flowOfSlot,
  INSTRUCTION_SCHEMA,
  instructionQuestion,
  readInstruction,
} from '#shared/algorithms/flows/instructions/instruction-question.ts';
import { readSlots, slotQuestion, slotSchema } from '#shared/algorithms/flows/running/model-slots.ts';
import type { ModelAnswerer } from '#shared/domain/agent.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { JobContext } from '../../jobs/job.ts';
import { askingHostOf, openRunAsking, workAndWrite } from '../../jobs/run-asking.ts';
import type { Project } from '../../project.ts';
import { type AgentQuestion, openAgentModel } from '../generation/index.ts';
import { instructionRuns } from './instruction-runs.ts';
import { type InstructionPlan, type ProjectTurn, planInstruction } from './plan-instruction.ts';

/**
 * Improves a slot's instruction, within the run's budget. Answers are in the project's cache, so a killed run
 * asks for none of them again. The flow stays unchanged until a person accepts the instruction.
 * @throws JobPause if the budget is reached or the server cannot be asked
 */
export const instructionJob = instructionRuns.askingJob('slotInstructions', async (project, run, context) => {
  const plan = planInstruction(project, instructionRuns.require(project.database, run).params);
  const found = await improve(project, run, plan, context);
  const { training, heldOut } = plan.split;
  return {
    improved: {
      ...found,
      tried: [...found.tried],
      was: plan.slot.description,
      training: training.length,
      heldOut: heldOut.length,
    },
  };
});

async function improve(project: Project, run: RunId, plan: InstructionPlan, context: JobContext) {
  const { params, slot, split } = plan;
  const name = params.slot;
  const open = await openRunAsking(askingHostOf(project), run, params, context.signal);
  const asking = async (answerer: ModelAnswerer) => {
    const { asker, atOnce } = await open(answerer);
    const ask = async (turns: readonly ProjectTurn[], question: Omit<AgentQuestion, 'said'>) => {
      const dialogues = [...new Set(turns.map(({ dialogue }) => dialogue))];
      const begin = await openAgentModel(project, answerer, { asker, signal: context.signal, dialogues });
      const said = turns.flatMap((turn) => turn.turns.map(({ text }) => text));
      return (await begin().ask({ ...question, said })).text;
    };
    return { ask, atOnce };
  };
  const write = await asking(params.writer);
  const read = await asking(params.reader ?? params.writer);
  const total = Math.ceil(split.training.length / 5);
  const report = (done: number): void =>
    context.report({ phase: 'wording instructions', done, total, unit: 'batches' });
  report(0);
  return improveInstruction(
    slot.description,
    split,
    {
      async fill(instruction, turns) {
        const graph = flowGraph(flowOfSlot(name, slot, instruction));
        const state = startState(graph);
        const values: (string | null)[] = turns.map(() => null);
        let next = 0;
        await workAndWrite(
          read.atOnce,
          () => (next < turns.length ? next++ : null),
          async (at) => {
            const turn = turns[at]!;
            const content = slotQuestion(graph, state, turn.turns);
            const schema = slotSchema(graph, state);
            const answer = await read.ask([turn], { prompt: plan.slotPrompt, content, schema });
            values[at] = answer === null ? null : (readSlots(graph, state, answer)?.values.get(name) ?? null);
          },
          () => {},
        );
        return values;
      },
      async rewrite(instruction, shown) {
        const content = instructionQuestion(name, slot, instruction, shown);
        const answer = await write.ask(shown, { prompt: plan.prompt, content, schema: INSTRUCTION_SCHEMA });
        return answer === null ? null : readInstruction(answer);
      },
    },
    report,
  );
}
