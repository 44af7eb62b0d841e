import { type KeyStore, memoryKeys } from '#backend/providers/model/keys.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { Arguments } from './arguments.ts';

/**
 * Reads a key from the environment variable that `--key-from` names. The key is never an argument, because every
 * process can read the arguments. @throws INVALID, without the text, which could be the key
 */
export function keysFor(
  given: Arguments,
  environment: Readonly<Record<string, string | undefined>>,
): KeyStore {
  const key = secretFrom(given, 'key-from', environment);
  const keys = memoryKeys();
  return key === null ? keys : { ...keys, has: async () => true, get: async () => key };
}

/** Returns null without the option. @throws INVALID, without the text, which could be the secret */
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
  // The text might be the key itself, so the error does not contain it.
  throw new DialogramError('INVALID', `The environment variable that ${place} names is not set.`, {
    place,
    nextStep: 'Set the variable for this command, and write its name without "$".',
  });
}
