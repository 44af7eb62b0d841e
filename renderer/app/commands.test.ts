import { describe, expect, it } from 'vitest';
import { allCommands, commandGroups, findCommands } from '../commands/commands.ts';
import './registered.ts';

const commands = allCommands();

describe('the registry', () => {
  it('names each command once', () => {
    expect(new Set(commands.map((command) => command.id)).size).toBe(commands.length);
  });

  it('gives no two commands the same keys where both are heard', () => {
    const taken = new Map<string, string>();
    for (const command of commands) {
      for (const keys of command.keys) {
        for (const scope of [command.scope, 'everywhere']) {
          expect(taken.get(`${scope} ${keys}`) ?? command.id, `${keys} in ${scope}`).toBe(command.id);
        }
        taken.set(`${command.scope} ${keys}`, command.id);
      }
    }
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
