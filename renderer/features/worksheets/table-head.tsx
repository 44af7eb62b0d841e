import { useQuery } from '@tanstack/react-query';
import type { WorksheetPrompt } from '#shared/contract/worksheets.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { WorksheetProblem, WorksheetSet } from '#shared/domain/worksheet.ts';
import { client } from '../../client/api.ts';
import { exportFile } from '../../client/export-file.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { useCommand } from '../../commands/use-command.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { closeDialog, Dialog, openDialog } from '../../ui/overlays/dialog.tsx';
import { DropMenu } from '../../ui/overlays/menu.tsx';
import { tellEdit, useAction } from '../../ui/overlays/toasts.tsx';
import { useConversion } from '../conversion/index.ts';
import { KeptPrompts } from '../lasting-runs/index.ts';
import { talkToAgent } from '../simulator/index.ts';
import { worksheetCommands, worksheetQueries } from './worksheets-state.ts';

const ABOUT: Readonly<Record<WorksheetPrompt, { readonly title: string; readonly hint: string }>> = {
  'worksheet-statements': {
    title: 'Prompt for understanding customers',
    hint: 'This prompt contains examples. Dialogram adds the worksheets, the known values and the last turn below it.',
  },
  'worksheet-answer': {
    title: 'Prompt for writing answers',
    hint: 'Below this prompt, Dialogram adds the known values, a plain-language description of what to say, and the last turn.',
  },
  'worksheet-check': {
    title: 'Prompt for checking conditions in plain words',
    hint: 'Dialogram adds the values and their conditions below this prompt.',
  },
  'worksheet-texts': {
    title: 'Prompt for searching text in tables',
    hint: 'Dialogram adds the condition and the texts of the most likely records below this prompt.',
  },
};

export function WorksheetPrompts() {
  const prompts = useQuery(worksheetQueries.prompts);
  return (
    <Dialog
      title="Prompts for worksheets"
      width="wide"
      foot={
        <Button kind="primary" onClick={closeDialog}>
          Close
        </Button>
      }
    >
      <p className="quiet">
        A model understands what customers say, writes the answers, checks conditions in plain words and
        searches texts in tables. Rules decide what to ask and do. The prompts apply to all worksheets of the
        project.
      </p>
      <KeptPrompts of={prompts} words={ABOUT} client={client.worksheets} />
    </Dialog>
  );
}

const FORMS = [
  { to: 'csv', label: 'CSV', hint: 'One table, in the format of the Python package genie-worksheets.' },
  { to: 'xlsx', label: 'XLSX', hint: 'The same table as an Excel file.' },
  { to: 'json', label: 'JSON', hint: 'The worksheets and their functions.' },
] as const;

interface TableHeadProps {
  readonly name: string;
  readonly set: WorksheetSet;
  readonly problems: readonly WorksheetProblem[];
  readonly isSaving: boolean;
}

export function TableHead({ name, set, problems, isSaving }: TableHeadProps) {
  useCommand(worksheetCommands.prompts, () => openDialog(WorksheetPrompts, {}));
  const write = useAction((to: (typeof FORMS)[number]['to']) =>
    exportFile(
      `${name}.${to}`,
      (target) => client.worksheets.export({ worksheet: name, to, ...target }),
      ({ worksheets }) => formatAmount(worksheets, 'worksheet'),
    ),
  );
  const remove = useAction(() => client.worksheets.remove({ worksheet: name }), {
    onSuccess: ({ edit }) => edit && tellEdit(edit),
    meta: { topics: ['worksheets'] },
  });
  const { toFlow } = useConversion();
  const fields = set.worksheets.reduce((sum, sheet) => sum + sheet.fields.length, 0);
  const errors = problems.filter(({ level }) => level === 'error').length;
  return (
    <div className="panel-head">
      <h2 className="clip">{name}</h2>
      <span className="grow shrink quiet small clip" role="status">
        {formatAmount(fields, 'field')}
        {errors > 0 && `, ${formatAmount(errors, 'error')}`}
        {problems.length > errors && `, ${formatAmount(problems.length - errors, 'warning')}`}
        {isSaving && ', saving…'}
      </span>
      <span className="row-2 to-end flex gap-1">
        <CommandButton small command={worksheetCommands.addField}>
          Add field
        </CommandButton>
        <CommandButton small command={worksheetCommands.addWorksheet}>
          Add worksheet
        </CommandButton>
        <CommandButton small command={worksheetCommands.removeRow}>
          Remove row
        </CommandButton>
        <Button
          small
          disabled={errors > 0}
          title={errors > 0 ? 'Fix the errors first.' : 'Try the worksheets in the simulator'}
          onClick={() => talkToAgent({ kind: 'worksheets', title: `Worksheets ${name}`, worksheet: name })}
        >
          Try in simulator
        </Button>
        <DropMenu
          small
          label={`File of ${name}`}
          entries={[
            ...FORMS.map(({ to, label, hint }) => ({
              label: `Export as ${label}`,
              hint,
              onSelect: () => write.mutate(to),
            })),
            {
              label: 'Convert to a flow',
              hint: 'Dialogram lists what a flow cannot express.',
              onSelect: () => toFlow(name),
            },
            { kind: 'line' },
            {
              label: 'Prompts…',
              hint: 'Instructions for the model that reads messages and writes answers.',
              onSelect: () => openDialog(WorksheetPrompts, {}),
            },
            { label: `Remove ${name}`, hint: 'You can undo this.', onSelect: () => remove.mutate() },
          ]}
        >
          File
        </DropMenu>
      </span>
    </div>
  );
}
