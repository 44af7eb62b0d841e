import { describe, expect, it } from 'vitest';
import { HELP_COMMANDS } from '#shared/contract/native.ts';
import { allCommands, commandGroups, findCommands } from '../commands/commands.ts';
import { conflictsOf } from '../commands/use-command.ts';
import { allViews } from '../project/feature.ts';
import { AREAS } from '../project/mode.ts';
import './registered.ts';

const commands = allCommands();

describe('the command registry', () => {
  it('has unique command ids', () => {
    expect(new Set(commands.map((command) => command.id)).size).toBe(commands.length);
  });

  it("has the commands of the system's Help menu", () => {
    const titles = HELP_COMMANDS.map(({ id }) => commands.find((command) => command.id === id)?.title);
    expect(titles).toEqual(HELP_COMMANDS.map(({ label }) => label));
  });

  it('has no conflicting default keys', () => {
    const conflicts = commands.flatMap((command) =>
      command.keys.flatMap((keys) =>
        conflictsOf(command, keys, {}).map((other) => `${keys}: ${command.id} and ${other.id}`),
      ),
    );
    expect(conflicts).toEqual([]);
  });

  it('gives the areas the keys Ctrl+1 to Ctrl+5 in the order on screen', () => {
    const inOrder = AREAS.map(({ name }) => commands.find(({ id }) => id === `area.${name}`)?.keys);
    expect(inOrder).toEqual([['Mod+1'], ['Mod+2'], ['Mod+3'], ['Mod+4'], ['Mod+5']]);
  });

  it('has at least one view in every area', () => {
    const filled = new Set(allViews().map(({ mode }) => mode.area));
    expect([...filled].sort()).toEqual(AREAS.map(({ name }) => name).sort());
  });

  it('shows every command in exactly one group', () => {
    expect(commandGroups().flatMap((group) => group.commands)).toHaveLength(commands.length);
  });
});

describe('findCommands', () => {
  it('requires every word, in any order and case', () => {
    expect(findCommands(commands, 'DIALOGUES find').map((command) => command.id)).toEqual([
      'view.find',
      'view.fold',
    ]);
  });

  it('lists titles that start with the query first', () => {
    expect(findCommands(commands, 'find')[0].id).toBe('view.find');
  });

  it('returns all without a query and none without a match', () => {
    expect(findCommands(commands, ' ')).toHaveLength(commands.length);
    expect(findCommands(commands, 'zebra')).toEqual([]);
  });
});
