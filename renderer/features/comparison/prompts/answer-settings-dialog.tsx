import { useQuery } from '@tanstack/react-query';
import type { AnswerPromptName } from '#shared/contract/generation.ts';
import { useApi } from '../../../client/api.tsx';
import { about, question } from '../../../client/queries.ts';
import { Choice, SelectField } from '../../../ui/inputs/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { KeptPrompts } from '../../lasting-runs/index.ts';
import { type Answering, setAnswering, useCompare } from '../compare-state.ts';
import { TrainingExport } from './training-export.tsx';
import './prompts.css';

const EXAMPLES = [1, 2, 3, 5, 10, 20];
const SAMPLES = [1, 2, 3, 5, 10];
const CONTEXTS = [1, 3, 5, 9];

const HINT = 'The instructions for the model. The examples and the dialogue follow them as data.';

const PROMPTS: Readonly<Record<AnswerPromptName, { readonly title: string; readonly hint: string }>> = {
  'answer-next-turn': { title: 'Prompt for a single turn', hint: HINT },
  'answer-whole-dialogue': { title: 'Prompt for a whole dialogue', hint: HINT },
};

/** Sets the options of the answers, the same for all columns, and the two prompts. */
export function AnswerSettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const answering = useCompare((state) => state.answering);
  const change = (next: Partial<Answering>) => setAnswering({ ...answering, ...next });
  return (
    <Dialog title="Examples and answers" width="wide" onClose={onClose}>
      <div className="answer-settings">
        <SelectField
          label="Examples per column"
          value={answering.examples}
          options={EXAMPLES.map((count) => ({ value: count, label: String(count) }))}
          hint="Found by the column's method and shown to the model."
          onChange={(examples) => change({ examples })}
        />
        <SelectField
          label="Answers to each question"
          value={answering.samples}
          options={SAMPLES.map((count) => ({ value: count, label: String(count) }))}
          hint="Each uses the next seed. Identical answers are shown once."
          onChange={(samples) => change({ samples })}
        />
        <SelectField
          label="Turns of context"
          value={answering.context}
          options={[
            ...CONTEXTS.map((count) => ({ value: count, label: String(count) })),
            { value: null, label: 'all' },
          ]}
          hint="The published method uses six turns: five plus the answer."
          onChange={(context) => change({ context })}
        />
        <SelectField
          label="Examples as"
          value={answering.exampleShape}
          options={[
            { value: 'method', label: "in each method's own format" },
            { value: 'dialogue', label: 'whole dialogues' },
            { value: 'window', label: 'a few turns and their answer' },
          ]}
          hint="Use one format for all columns to compare retrieval only."
          onChange={(exampleShape) => change({ exampleShape })}
        />
      </div>
      <Choice
        label="Hide names and numbers of other customers in the examples"
        hint="Hides names that a dialogue introduces, and addresses, phone, card, order and booking numbers. The dialogue itself is masked by the server's settings."
        checked={answering.masking}
        onChange={(event) => change({ masking: event.target.checked })}
      />
      <AnswerPrompts />
      <TrainingExport />
    </Dialog>
  );
}

function AnswerPrompts() {
  const { client } = useApi();
  const prompts = useQuery({
    ...question('generation.prompts', client.generation.prompts, undefined, about('prompts')),
    staleTime: 0,
  });
  return <KeptPrompts of={prompts} words={PROMPTS} client={client.generation} />;
}
