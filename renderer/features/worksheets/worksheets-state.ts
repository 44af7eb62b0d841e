import { create } from 'zustand';
import type { KnowledgeId } from '#shared/domain/ids.ts';
import type { DraftedWorksheet, WorksheetSet } from '#shared/domain/worksheet.ts';
import { client } from '../../client/api.ts';
import { about, freshQuestion, pageOf, question } from '../../client/queries.ts';
import { defineCommands } from '../../commands/commands.ts';
import { createTabState, defineMode } from '../../project/mode.ts';

interface Drafting {
  readonly isOpen: boolean;
  readonly name: string;
  readonly where: string;
  readonly states: string;
  readonly drafted: DraftedWorksheet | null;
}

const NOTHING: Drafting = { isOpen: false, name: 'drafted', where: '', states: '', drafted: null };

export const useDrafting = create<Drafting>(() => NOTHING);
export const changeDrafting = (change: Partial<Drafting>): void => useDrafting.setState(change);
export const forgetDrafting = (): void => useDrafting.setState(NOTHING);

export const worksheetQueries = {
  countDialogues: (where: string) =>
    question('filters.count', client.filters.count, { where }, about('corpus', 'tags')),
  list: question('worksheets.list', client.worksheets.list, undefined, about('worksheets')),
  knowledge: (id: KnowledgeId, page: number) =>
    question(
      'worksheets.knowledge',
      client.worksheets.knowledge,
      { id, ...pageOf(page) },
      about('worksheets'),
    ),
  read: (name: string) => question('worksheets.read', client.worksheets.read, { name }, about('worksheets')),
  prompts: freshQuestion('worksheets.prompts', client.worksheets.prompts, undefined, about('prompts')),
  /** @param what a short query key; the worksheets themselves would be too long */
  check: (what: readonly unknown[], set: WorksheetSet) => ({
    queryKey: ['worksheets.check', ...what],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => client.worksheets.check({ set }, { signal }),
    gcTime: 0,
  }),
};

export const WORKSHEETS = defineMode('worksheets', 'design', 'Worksheets', 'Show the worksheets');

export const worksheetCommands = defineCommands(
  'worksheets',
  { group: 'Worksheets', scope: 'worksheets' },
  {
    import: { title: 'Import worksheets…', scope: 'everywhere' },
    example: { title: 'Add the demo help desk' },
    draft: { title: 'Draft a worksheet…' },
    begin: { title: 'New worksheets' },
    addField: { title: 'Add a field below', keys: ['Mod+Enter'] },
    addWorksheet: { title: 'Add a worksheet below', keys: ['Mod+Shift+Enter'] },
    removeRow: { title: 'Remove the field or worksheet', keys: ['Mod+Delete', 'Mod+Backspace'] },
    moveUp: { title: 'Move the field or worksheet up', keys: ['Alt+ArrowUp'] },
    moveDown: { title: 'Move the field or worksheet down', keys: ['Alt+ArrowDown'] },
    prompts: { title: 'Prompts for worksheets…' },
    nextProblem: { title: 'Next problem', keys: ['F8'] },
  },
);

interface WorksheetsState {
  readonly open: string | null;
  readonly knowledge: KnowledgeId | null;
}

export const {
  use: useWorksheets,
  enter: enterWorksheets,
  change: changeWorksheets,
} = createTabState<WorksheetsState>('worksheets', { open: null, knowledge: null });

export const openApplication = (name: string): void => changeWorksheets({ open: name, knowledge: null });
