import { z } from 'zod';
import { putNode } from '#shared/algorithms/flows/edit-flow.ts';
import { flowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import { startState } from '#shared/algorithms/flows/following/follow-flow.ts';
import {
  type AnnotatedTurn,
  flowOfSlot,
  INSTRUCTION_SCHEMA,
  improveInstruction,
  instructionQuestion,
  readInstruction,
  type SplitTurns,
  splitTurns,
  TURNS_PER_WORDING,
} from '#shared/algorithms/flows/instructions/improve-instruction.ts';
import { readSlots, slotQuestion, slotSchema } from '#shared/algorithms/flows/running/model-slots.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import {
  improvedInstructionSchema,
  type SlotInstructionSettings,
  slotInstructionSettingsSchema,
  slotInstructionsContract,
} from '#shared/contract/flows.ts';
import { type ModelAnswerer, modelName } from '#shared/domain/agent.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { FlowSlot, RequestNode } from '#shared/domain/flow.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { editorOf } from '../../editing/commit.ts';
import { defineFeature } from '../../feature.ts';
import type { JobContext } from '../../jobs/job.ts';
import { lastingRuns } from '../../jobs/lasting-runs.ts';
import { askingHostOf, openRunAsking, priceWithin, workAndWrite } from '../../jobs/run-asking.ts';
import type { Project } from '../../project.ts';
import { eachLabelledDialogue } from '../../store/corpus/labelled-dialogues.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { requireFlow } from '../../store/edits/designs/flow-table.ts';
import { keepFlow, SLOT_PROMPT } from '../flows/index.ts';
import { type AgentQuestion, openAgentModel } from '../generation/index.ts';
import { keptPrompt, methodsOfPrompt } from '../prompts/index.ts';

const paramsSchema = slotInstructionSettingsSchema.extend({
  promptVersion: z.int(),
  slotPromptVersion: z.int(),
});
type InstructionParams = z.infer<typeof paramsSchema>;

export const instructionRuns = lastingRuns({
  kind: 'slot-instruction',
  words: 'instruction run',
  keeps: 'answers',
  params: paramsSchema,
  outcome: z.object({ improved: improvedInstructionSchema }),
});

/** Null if the run has not ended or was canceled. */
const improvedOf = (database: ReadDatabase, run: RunId) =>
  instructionRuns.outcomeOf(database, run)?.improved ?? null;

const INSTRUCTION_PROMPT = 'slot-instruction';
/** With fewer annotated turns than this, no instruction can be proven better. */
const FEWEST_TURNS = 10;

type ProjectTurn = AnnotatedTurn & { readonly dialogue: DialogueId };

interface InstructionPlan {
  readonly params: InstructionParams;
  readonly node: RequestNode;
  readonly slot: FlowSlot;
  readonly turns: number;
  readonly split: SplitTurns<ProjectTurn>;
  readonly prompt: string;
  readonly slotPrompt: string;
}

/** @throws DialogramError NOT_FOUND; INVALID if too few turns are annotated */
function planInstruction(project: Project, settings: SlotInstructionSettings): InstructionPlan {
  const { app, database } = project;
  priceWithin(app, settings.writer, settings);
  priceWithin(app, settings.reader ?? settings.writer, settings);
  const { flow } = requireFlow(database, settings.flow);
  const node = flow.nodes.find(
    (one): one is RequestNode => one.type === 'request' && Object.hasOwn(one.slots, settings.slot),
  );
  const slot = node?.slots[settings.slot];
  if (!node || !slot) {
    const names = flow.nodes.flatMap((one) => (one.type === 'request' ? Object.keys(one.slots) : []));
    throw new DialogramError('NOT_FOUND', `The flow "${flow.name}" has no slot "${settings.slot}".`, {
      value: settings.slot,
      nextStep: `Choose one of: ${names.join(', ')}.`,
    });
  }
  const turns = annotatedTurns(database, flow.name, settings.slot);
  if (turns.length < FEWEST_TURNS) {
    throw new DialogramError(
      'INVALID',
      `The task or domain "${flow.name}" has only ${formatAmount(turns.length, 'turn')} with a value for "${settings.slot}". At least ${FEWEST_TURNS} are needed.`,
      {
        value: settings.slot,
        nextStep:
          'Import dialogues whose turns have a "state" with this slot. Then name the flow after the domain of these dialogues.',
      },
    );
  }
  const prompt = keptPrompt(database, app.resources, INSTRUCTION_PROMPT);
  const slotPrompt = keptPrompt(database, app.resources, SLOT_PROMPT);
  const params = { ...settings, promptVersion: prompt.version, slotPromptVersion: slotPrompt.version };
  return {
    params,
    node,
    slot,
    turns: turns.length,
    split: splitTurns(turns, settings.seed, settings),
    prompt: prompt.text,
    slotPrompt: slotPrompt.text,
  };
}

const mostRequests = ({ split: { training, heldOut } }: Pick<InstructionPlan, 'split'>): number =>
  heldOut.length + training.length + Math.ceil(training.length / TURNS_PER_WORDING) * (1 + heldOut.length);

const stateSchema = z.object({ state: z.record(z.string(), z.string()) });
const NONE = /^(?:dontcare|none|not mentioned|)$/;

/** Returns the user turns of those dialogues of a task or domain in which the slot is set at some point. */
function annotatedTurns(database: ReadDatabase, name: string, slot: string): ProjectTurn[] {
  const found: ProjectTurn[] = [];
  for (const { id, domains, extra, turns } of eachLabelledDialogue(database)) {
    const tasks = z.object({ tasks: z.array(z.string()) }).safeParse(extra).data?.tasks ?? domains;
    if (!tasks.includes(name) && !domains.includes(name)) continue;
    const own = turns.flatMap(({ role, extra: told }, at) => {
      const state = stateSchema.safeParse(told).data?.state;
      if (role !== 'user' || !state) return [];
      // "hotel.book.day" is the slot "day" of the domain "hotel".
      const key = Object.keys(state).find(
        (one) => one === slot || (one.startsWith(`${name}.`) && one.endsWith(`.${slot}`)),
      );
      const value = key === undefined ? '' : (state[key] ?? '');
      return [{ dialogue: id, turns: turns.slice(0, at + 1), value: NONE.test(value) ? null : value }];
    });
    if (own.some(({ value }) => value !== null)) found.push(...own);
  }
  return found;
}

/** A new instruction is used only after a person accepts it. @throws JobPause if asking cannot continue */
const instructionJob = instructionRuns.askingJob('slotInstructions', async (project, run, context) => {
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
    context.report({ phase: 'rewriting the description', done, total, unit: 'batches' });
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

export const feature = defineFeature({
  contract: slotInstructionsContract,
  methods: {
    estimate: ({ input, project }) => {
      const { turns, split } = planInstruction(project, input);
      const [training, heldOut] = [split.training.length, split.heldOut.length];
      return { turns, training, heldOut, requests: mostRequests({ split }) };
    },
    ...instructionRuns.methodsOf(
      instructionJob,
      ({ slot, writer }) => `Improving the description of ${slot} with ${modelName(writer.model)}`,
      planInstruction,
    ),
    runs: ({ project }) =>
      instructionRuns.presented(project, (database, { run }) => ({
        warnings: [],
        improved: improvedOf(database, run),
      })),
    apply: ({ input: { run, reason }, session }) => {
      const by = editorOf(session, reason);
      const { database } = by.project;
      const { params } = instructionRuns.require(database, run);
      const improved = improvedOf(database, run);
      if (!improved || improved.instruction === improved.was) {
        throw new DialogramError('INVALID', 'The run found no better description.', {
          value: params.slot,
          nextStep: improved
            ? 'Change the description by hand, or try again with more turns.'
            : 'Wait until the run is done.',
        });
      }
      return keepFlow(by, params.flow, `Change the description of the slot ${params.slot}`, (flow) =>
        flow.nodes.reduce((now, node) => {
          const slot = node.type === 'request' ? node.slots[params.slot] : undefined;
          if (node.type !== 'request' || !slot) return now;
          const slots = { ...node.slots, [params.slot]: { ...slot, description: improved.instruction } };
          return putNode(now, node.id, { ...node, slots });
        }, flow),
      );
    },
    ...methodsOfPrompt(INSTRUCTION_PROMPT),
  },
  ...instructionRuns.partsOf(instructionJob),
});
