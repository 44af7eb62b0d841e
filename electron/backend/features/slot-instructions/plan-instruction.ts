import { z } from 'zod';
import {
  type AnnotatedTurn,
  type SplitTurns,
  splitTurns,
  TURNS_PER_WORDING,
} from '#shared/algorithms/flows/instructions/improve-instruction.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { SlotInstructionSettings } from '#shared/contract/slot-instructions.ts';
import type { FlowSlot, RequestNode } from '#shared/domain/flow.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { priceWithin } from '../../jobs/run-asking.ts';
import type { Project } from '../../project.ts';
import { eachLabelledDialogue } from '../../store/corpus/labelled-dialogues.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { requireFlow, SLOT_PROMPT } from '../flows/index.ts';
import { keptPrompt } from '../prompts/index.ts';
import type { InstructionParams } from './instruction-runs.ts';

export const INSTRUCTION_PROMPT = 'slot-instruction';
/** With fewer annotated turns, no instruction can be called better. */
const FEWEST_TURNS = 10;

/** A turn of the project, and whose words it holds. */
export type ProjectTurn = AnnotatedTurn & { readonly dialogue: DialogueId };

export interface InstructionPlan {
  readonly params: InstructionParams;
  readonly node: RequestNode;
  readonly slot: FlowSlot;
  readonly turns: number;
  readonly split: SplitTurns<ProjectTurn>;
  readonly prompt: string;
  readonly slotPrompt: string;
}

/** @throws DialogramError NOT_FOUND; INVALID where too few turns are annotated */
export function planInstruction(project: Project, settings: SlotInstructionSettings): InstructionPlan {
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
      nextStep: `Name one of ${names.join(', ')}.`,
    });
  }
  const turns = annotatedTurns(database, flow.name, settings.slot);
  if (turns.length < FEWEST_TURNS) {
    throw new DialogramError(
      'INVALID',
      `Only ${turns.length} turns of the task or domain "${flow.name}" give a value for "${settings.slot}". At least ${FEWEST_TURNS} are needed.`,
      {
        value: settings.slot,
        nextStep:
          'Import dialogues whose turns have a "state" with the slot, and give the flow the name of their domain.',
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

/** Requests where every batch leads to another wording. */
export const mostRequests = ({ split: { training, heldOut } }: Pick<InstructionPlan, 'split'>): number =>
  heldOut.length + training.length + Math.ceil(training.length / TURNS_PER_WORDING) * (1 + heldOut.length);

const stateSchema = z.object({ state: z.record(z.string(), z.string()) });
const NONE = /^(?:dontcare|none|not mentioned|)$/;

/** User turns of the dialogues of a task or domain that give the slot a value at some point. */
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
