import { useQuery } from '@tanstack/react-query';
import type { WorksheetPrompt } from '#shared/contract/worksheets.ts';
import { useApi } from '../../client/api.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { KeptPrompts } from '../lasting-runs/index.ts';
import { worksheetQueries } from './queries.ts';

const ABOUT: Readonly<Record<WorksheetPrompt, { readonly title: string; readonly hint: string }>> = {
  'worksheet-statements': {
    title: 'Prompt for reading what customers say',
    hint: 'Contains examples. The worksheets, the known values and the last turn follow it as data.',
  },
  'worksheet-answer': {
    title: 'Prompt for wording answers',
    hint: 'The known values, the acts with plain words for each, and the last turn follow it as data.',
  },
  'worksheet-check': {
    title: 'Prompt for checking validations in words',
    hint: 'The values and their conditions follow it as data.',
  },
  'worksheet-texts': {
    title: 'Prompt for reading texts of tables',
    hint: 'The condition in words and the texts of the likeliest records follow it as data.',
  },
};

/** Edits the prompts for reading and wording, the same for all worksheets of the project. */
export function WorksheetPrompts({ onClose }: { readonly onClose: () => void }) {
  const { client } = useApi();
  const prompts = useQuery(worksheetQueries(client).prompts);
  return (
    <Dialog
      title="Prompts for worksheets"
      width="wide"
      onClose={onClose}
      foot={
        <Button kind="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="quiet">
        A model only reads what customers say, words the answers, checks conditions in words and finds
        matching texts in tables. Rules decide what is asked and done. The prompts apply to all worksheets of
        the project.
      </p>
      <KeptPrompts of={prompts} words={ABOUT} client={client.worksheets} />
    </Dialog>
  );
}
