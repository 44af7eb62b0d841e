import { type KeyStore, memoryKeys } from '#backend/providers/model/keys.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { type Arguments, texts } from './arguments.ts';

/** The option of commands that ask a model. */
export const KEY_FROM = texts('key-from');

/**
 * The key of a command's model, from the environment variable that `--key-from` names. The key itself is never on the
 * command line, where every process of the machine could read it.
 *
 * @throws DialogramError INVALID that does not repeat what might be a key
 */
export function keysFor(
  given: Arguments,
  environment: Readonly<Record<string, string | undefined>>,
): KeyStore {
  const variable = given.text('key-from');
  if (variable === null) return memoryKeys();
  const place = '--key-from';
  if (!/^[A-Z_][A-Z0-9_]{0,79}$/i.test(variable)) {
    throw new DialogramError('INVALID', '--key-from takes the name of an environment variable.', {
      place,
      nextStep: 'Put the key into a variable such as MODEL_KEY, and write --key-from MODEL_KEY.',
    });
  }
  const key = environment[variable]?.trim();
  if (!key) {
    // A key could pass for a name: it is not repeated.
    throw new DialogramError('INVALID', 'The environment variable that --key-from names is not set.', {
      place,
      nextStep: 'Set it for this command, and write its name without "$".',
    });
  }
  const keys = memoryKeys();
  return { ...keys, has: async () => true, get: async () => key };
}
