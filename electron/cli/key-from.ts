import { type KeyStore, memoryKeys } from '#backend/providers/model/keys.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { Arguments } from './arguments.ts';

/**
 * Returns the key from the environment variable in `--key-from`, because all processes can read command lines.
 * @throws DialogramError INVALID that does not repeat a possible key
 */
export function keysFor(
  given: Arguments,
  environment: Readonly<Record<string, string | undefined>>,
): KeyStore {
  const key = secretFrom(given, 'key-from', environment);
  const keys = memoryKeys();
  return key === null ? keys : { ...keys, has: async () => true, get: async () => key };
}

/**
 * Returns the value of the environment variable in an option; null without the option.
 * @throws DialogramError INVALID that does not repeat a possible secret
 */
export function secretFrom(
  given: Arguments,
  option: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  const variable = given.text(option);
  if (variable === null) return null;
  const place = `--${option}`;
  if (!/^[A-Z_][A-Z0-9_]{0,79}$/i.test(variable)) {
    throw new DialogramError('INVALID', `${place} must be the name of an environment variable.`, {
      place,
      nextStep: `Put the key into a variable such as MODEL_KEY, and write ${place} MODEL_KEY.`,
    });
  }
  const key = environment[variable]?.trim();
  if (key) return key;
  // It might be a key, so it is not repeated.
  throw new DialogramError('INVALID', `The environment variable that ${place} names is not set.`, {
    place,
    nextStep: 'Set it for this command, and write its name without "$".',
  });
}
