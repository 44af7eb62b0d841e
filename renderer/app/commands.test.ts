import { describe, expect, it } from 'vitest';
import { conflictsOf } from '../commands/command-keys.ts';
import { allCommands, commandGroups, findCommands } from '../commands/commands.ts';
import { allFeatures } from '../project/feature.ts';
import './registered.ts';

const commands = allCommands();

describe('the registry', () => {
  it('names each command once', () => {
    expect(new Set(commands.map((command) => command.id)).size).toBe(commands.length);
  });

  it('comes without conflicts between keys', () => {
    const conflicts = commands.flatMap((command) =>
      command.keys.flatMap((keys) =>
        conflictsOf(command, keys, {}).map((other) => `${keys}: ${command.id} and ${other.id}`),
      ),
    );
    expect(conflicts).toEqual([]);
  });

  it('gives the first nine views the keys Ctrl+1 to Ctrl+9 in the order in which the header shows them', () => {
    const views = allFeatures().flatMap(({ view }) => view?.mode.command ?? []);
    expect(views.length).toBeGreaterThanOrEqual(9);
    expect(views.slice(0, 9).map(({ keys }) => keys)).toEqual(
      Array.from({ length: 9 }, (_, index) => [`Mod+${index + 1}`]),
    );
  });

  it('shows every command in exactly one group', () => {
    expect(commandGroups().flatMap((group) => group.commands)).toHaveLength(commands.length);
  });
});

describe('findCommands', () => {
  it('wants every word, in any order and case', () => {
    expect(findCommands(commands, 'DIALOGUES find').map((command) => command.id)).toEqual(['view.find']);
  });

  it('puts titles that begin with the query first', () => {
    expect(findCommands(commands, 'find')[0].id).toBe('view.find');
  });

  it('gives all without a query and none without a match', () => {
    expect(findCommands(commands, ' ')).toHaveLength(commands.length);
    expect(findCommands(commands, 'zebra')).toEqual([]);
  });
});
