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

const HINT = 'What the model is told. The examples and the conversation follow it as data.';

const PROMPTS: Readonly<Record<AnswerPromptName, { readonly title: string; readonly hint: string }>> = {
  'answer-next-turn': { title: 'Prompt for the next round', hint: HINT },
  'answer-whole-dialogue': { title: 'Prompt for a whole dialogue', hint: HINT },
};

/** What shapes the answers, the same for all columns; and the two prompts. */
export function AnswerSettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const answering = useCompare((state) => state.answering);
  const change = (next: Partial<Answering>) => setAnswering({ ...answering, ...next });
  return (
    <Dialog title="Examples and answers" width="wide" onClose={onClose}>
      <div className="answer-settings">
        <SelectField
          label="Examples a column"
          value={answering.examples}
          options={EXAMPLES.map((count) => ({ value: count, label: String(count) }))}
          hint="Found by its method, shown to a model."
          onChange={(examples) => change({ examples })}
        />
        <SelectField
          label="Answers to each question"
          value={answering.samples}
          options={SAMPLES.map((count) => ({ value: count, label: String(count) }))}
          hint="Each with the next seed; those that say the same are shown once."
          onChange={(samples) => change({ samples })}
        />
        <SelectField
          label="Rounds before a next round"
          value={answering.context}
          options={[
            ...CONTEXTS.map((count) => ({ value: count, label: String(count) })),
            { value: null, label: 'all' },
          ]}
          hint="Five make the published windows of six."
          onChange={(context) => change({ context })}
        />
        <SelectField
          label="Examples as"
          value={answering.exampleShape}
          options={[
            { value: 'method', label: 'each method’s paper shows them' },
            { value: 'dialogue', label: 'whole dialogues' },
            { value: 'window', label: 'some rounds and their answer' },
          ]}
          hint="One shape for all columns compares retrieval alone."
          onChange={(exampleShape) => change({ exampleShape })}
        />
      </div>
      <Choice
        label="Hide names and numbers of other customers in the examples"
        hint="Names that a dialogue introduces, and addresses, telephone, card, order and booking numbers by their form. The conversation itself is masked as its server's settings say."
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
