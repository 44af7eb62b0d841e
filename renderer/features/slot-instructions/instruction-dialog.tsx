import { useQuery } from '@tanstack/react-query';
import { slotInstructionSettingsSchema } from '#shared/contract/flows.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import { client } from '../../client/api.ts';
import { about, freshQuestion, question } from '../../client/queries.ts';
import { useFields } from '../../ui/inputs/schema-fields.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import {
  KeptPrompt,
  type ModelFormProps,
  StartDialog,
  useModelRun,
  withServers,
} from '../lasting-runs/index.ts';
import { showResult } from '../results/index.ts';

export const SLOT_INSTRUCTION = 'slot-instruction';

export const instructionQueries = {
  runs: question(
    'slotInstructions.runs',
    client.slotInstructions.runs,
    undefined,
    about('slotInstructions', 'runs'),
  ),
  prompt: freshQuestion(
    'slotInstructions.prompt',
    client.slotInstructions.prompt,
    undefined,
    about('prompts'),
  ),
};

const OWN = slotInstructionSettingsSchema.pick({ training: true, heldOut: true });

interface SlotOfFlow {
  readonly flow: string;
  readonly slot: string;
}

const titleOf = ({ slot }: SlotOfFlow): string => `Improve the description of ${slot}`;

export const InstructionDialog = withServers(titleOf, InstructionForm);

function InstructionForm({ flow, slot, providers }: SlotOfFlow & ModelFormProps) {
  const form = useModelRun(providers);
  const { values, control } = useFields(OWN);
  const prompt = useQuery(instructionQueries.prompt);
  const settings =
    values && form.settings
      ? { flow, slot, writer: { kind: 'model' as const, ...form.model }, ...values, ...form.settings }
      : null;
  return (
    <StartDialog
      title={titleOf({ flow, slot })}
      settings={settings}
      estimate={(chosen) => client.slotInstructions.estimate(chosen)}
      estimated={(found) => (
        <Notice kind="info">
          The model learns from {formatCount(found.training)} of {formatAmount(found.turns, 'annotated turn')}{' '}
          and is tested on {formatCount(found.heldOut)}. The run sends at most{' '}
          {formatAmount(found.requests, 'request')}.
        </Notice>
      )}
      start={(chosen) => client.slotInstructions.start(chosen)}
      onStarted={(run) => showResult(SLOT_INSTRUCTION, run, true)}
      after={
        <KeptPrompt
          title="Prompt for rewriting"
          hint="The instructions for the model. The slot, its description and the turns are added below them."
          of={prompt}
          onSave={(text) => client.slotInstructions.savePrompt({ text })}
          onReset={() => client.slotInstructions.resetPrompt()}
        />
      }
    >
      <p className="quiet">
        The model sees how well the description works on annotated turns, then rewrites the description. A new
        wording is kept only if it gives the right value more often on other turns. The flow changes only when
        you accept a wording.
      </p>
      <div className="run-fields gap-3 grid">
        {form.modelFields}
        {control('training')}
        {control('heldOut')}
        {form.limitFields}
      </div>
      {form.choice}
    </StartDialog>
  );
}
