import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { DialogramError } from '#shared/contract/errors.ts';

export type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** What a command was given, with every failure named as an error of the contract. */
export interface Arguments {
  readonly values: Values;
  readonly positionals: readonly string[];
}

const COMMON: ParseArgsOptionsConfig = { json: { type: 'boolean' }, help: { type: 'boolean' } };

export function readArguments(
  argv: readonly string[],
  options: ParseArgsOptionsConfig,
  command: string,
): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { ...COMMON, ...options },
      allowPositionals: true,
      strict: true,
    });
    return { values: values as Values, positionals };
  } catch (error) {
    // What follows is advice on quoting that ends in the middle of a quote.
    const message = (error instanceof Error ? error.message : String(error)).split('. To specify')[0];
    throw usage(command, message?.endsWith('.') ? message : `${message}.`);
  }
}

export function usage(command: string, message: string, value: string | null = null): DialogramError {
  return new DialogramError('INVALID', message, {
    place: command,
    value,
    nextStep: `See "dialogram ${command} --help".`,
  });
}

export function text(values: Values, name: string): string | null {
  const value = values[name];
  return typeof value === 'string' ? value : null;
}

/** All values of an option that may be given more than once. */
export function texts(values: Values, name: string): readonly string[] {
  const given = values[name];
  return typeof given === 'object' ? given : [];
}

export function required(values: Values, name: string, command: string): string {
  const value = text(values, name);
  if (value !== null && value !== '') return value;
  throw usage(command, `--${name} is missing.`);
}

/** The project named; its ending may be left out, as it may where the project is made. */
export function projectPath(values: Values, command: string): string {
  const given = required(values, 'project', command);
  return extname(given) === '.dialogram' || existsSync(given) ? given : `${given}.dialogram`;
}

/** A whole number of at least `least`; null where the option was not given. */
export function integer(values: Values, name: string, command: string, least = 0): number | null {
  const given = text(values, name);
  if (given === null) return null;
  const value = Number(given);
  if (Number.isSafeInteger(value) && value >= least && given.trim() !== '') return value;
  throw usage(command, `--${name} takes a whole number of at least ${least}, not "${given}".`, given);
}

/** One of some words; null where the option was not given. */
export function choice<Word extends string>(
  values: Values,
  name: string,
  words: readonly Word[],
  command: string,
): Word | null {
  const given = text(values, name);
  if (given === null) return null;
  const word = words.find((candidate) => candidate === given);
  if (word !== undefined) return word;
  throw usage(command, `--${name} is one of ${words.join(', ')}, not "${given}".`, given);
}

/** A number of at least 0, with decimals; null where the option was not given. */
export function amount(values: Values, name: string, command: string): number | null {
  const given = text(values, name);
  if (given === null) return null;
  const value = Number(given);
  if (Number.isFinite(value) && value >= 0 && given.trim() !== '') return value;
  throw usage(command, `--${name} takes a number, not "${given}".`, given);
}
