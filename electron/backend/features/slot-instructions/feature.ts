import { putNode } from '#shared/algorithms/flows/edit-flow.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { slotInstructionsContract } from '#shared/contract/slot-instructions.ts';
import { editorOf } from '../../editing/author.ts';
import { defineFeature } from '../../feature.ts';
import { keepFlow } from '../flows/index.ts';
import { methodsOfPrompt } from '../prompts/index.ts';
import { instructionJob } from './instruction-job.ts';
import { improvedOf, instructionRuns } from './instruction-runs.ts';
import { INSTRUCTION_PROMPT, mostRequests, planInstruction } from './plan-instruction.ts';

export const feature = defineFeature({
  contract: slotInstructionsContract,
  methods: {
    estimate: ({ input, project }) => {
      const { turns, split } = planInstruction(project, input);
      const [training, heldOut] = [split.training.length, split.heldOut.length];
      return { turns, training, heldOut, requests: mostRequests({ split }) };
    },
    start: ({ input, project }) => {
      const title = `Making the instruction of ${input.slot} better by ${input.writer.model}`;
      return instructionRuns.start(project, instructionJob, title, () => planInstruction(project, input));
    },
    goOn: ({ input, project }) => instructionRuns.goOn(project, input.run, input.limits, planInstruction),
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
        throw new DialogramError('INVALID', 'The run found no better instruction.', {
          value: params.slot,
          nextStep: improved
            ? 'Change the instruction by hand, or try again with more turns.'
            : 'Wait until the run is done.',
        });
      }
      return keepFlow(by, params.flow, `Change the instruction of the slot ${params.slot}`, (flow) =>
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
  runs: [instructionRuns.runKind],
  jobs: [instructionJob],
  onOpen: instructionRuns.endOrphans,
});
