import { defineCommands } from '../../commands/commands.ts';
import { defineMode } from '../../project/mode.ts';

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
    nextProblem: { title: 'To the next problem', keys: ['F8'] },
  },
);
