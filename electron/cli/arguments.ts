import { existsSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { z } from 'zod';
import { problemIn, runIdSchema } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { describeField, type Field, fieldsOf, optionOf, readField } from '#shared/contract/fields.ts';
import type { RunId } from '#shared/domain/ids.ts';

/**
 * Returns the options in a usage text: `--name WORD`, `--name WORD…` for several values, and `--name`. `--project` is
 * always included.
 */
export function optionsOf(usage: string): ParseArgsOptionsConfig {
  const told = usage.matchAll(/--([a-z-]+)(?: (?![|[\](…-])(\S+)( …)?)?/g);
  const options = [...told].map(
    ([, name = '', word = '', more]) =>
      [
        name,
        word === ''
          ? { type: 'boolean' as const }
          : { type: 'string' as const, multiple: more !== undefined || /…[\])]*$/.test(word) },
      ] as const,
  );
  const project = usage.includes('PROJECT') || usage.includes('p.dialogram');
  return { ...Object.fromEntries(options), ...(project && { project: { type: 'string' } }) };
}

export interface CommandUsage {
  readonly name: string;
  readonly usage: string;
  readonly untold?: readonly string[];
  readonly program?: string;
}

/** The arguments of a command. Invalid ones throw an INVALID error that names the command and the option. */
export type Arguments = ReturnType<typeof readArguments>;

const MOST_ROWS = 1000;

/** Options that were renamed. Scripts may still use the old names. */
const OLD_OPTIONS = { round: 'turn', 'every-round': 'every-turn', 'tokens-per-round': 'tokens-per-turn' };

const resolved = (path: string | null): string | null => path && resolve(path);

export function readArguments(
  argv: readonly string[],
  { name, usage: told, untold = [], program = 'dialogram' }: CommandUsage,
) {
  const command = { name, program };
  const others = optionsOf(untold.map((name) => `--${name} WORD`).join(' '));
  const { values, positionals } = parse(argv, { ...optionsOf(`--json --help ${told}`), ...others }, command);
  const wrong = (message: string, value: string | null = null): DialogramError =>
    usage(command, message, value);
  const text = (name: string): string | null => {
    const value = values[name];
    return typeof value === 'string' ? value : null;
  };
  const fieldNamed = (name: string, field: Field): unknown => {
    const option = optionOf(name, field);
    if (!(option in values)) return undefined;
    if (field.type === 'boolean') return field.start !== true;
    const given = String(values[option]);
    const value = readField(field, given);
    if (value !== undefined) return value;
    throw wrong(`--${option} must be ${describeField(field)}, not "${given}".`, given);
  };
  const input = <Schema extends z.ZodObject>(
    schema: Schema,
    others: Partial<z.input<Schema>> = {},
  ): z.output<Schema> => {
    const read: Record<string, unknown> = {};
    for (const [name, field] of Object.entries<Field>(fieldsOf(schema))) {
      if (Object.hasOwn(others, name)) continue;
      const value = fieldNamed(name, field);
      if (value !== undefined) read[name] = value;
      else if (field.required)
        throw wrong(
          `--${optionOf(name, field)} is missing${field.choices ? `; it must be ${describeField(field)}` : ''}.`,
        );
    }
    const parsed = schema.safeParse({ ...read, ...others });
    if (parsed.success) return parsed.data;
    throw wrong(problemIn(parsed.error, 'The input'));
  };
  const required = (name: string): string => {
    const value = text(name);
    if (value) return value;
    throw wrong(`--${name} is missing.`);
  };
  /** Returns a whole number of at least `least`. */
  const integer = (name: string, least = 0): number | null => {
    const given = text(name);
    if (given === null) return null;
    const value = Number(given);
    if (Number.isSafeInteger(value) && value >= least && given.trim() !== '') return value;
    throw wrong(`--${name} must be a whole number of at least ${least}, not "${given}".`, given);
  };
  const choice = <Word extends string>(name: string, words: readonly Word[]): Word | null => {
    const given = text(name);
    if (given === null) return null;
    const word = words.find((candidate) => candidate === given);
    if (word !== undefined) return word;
    throw wrong(`--${name} must be one of ${words.join(', ')}, not "${given}".`, given);
  };
  const run = (name: string): RunId | null => runIdSchema.nullable().parse(integer(name, 1));
  return {
    positionals,
    named: new Set(Object.keys(values)),
    text,
    /** Reads a method's input from options named like its fields. A missing option keeps its default. */
    input,
    texts(name: string) {
      const given = values[name];
      return Array.isArray(given) ? given.filter((value) => typeof value === 'string') : [];
    },
    list: (name: string) =>
      text(name)
        ?.split(',')
        .map((word) => word.trim())
        .filter((word) => word !== '') ?? null,
    required,
    integer,
    choice,
    requiredChoice<Word extends string>(name: string, words: readonly Word[]): Word {
      const word = choice(name, words);
      if (word !== null) return word;
      throw wrong(`--${name} is missing; it must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}.`);
    },
    /** Returns the path of a file, relative to the folder in which the command was called. */
    path: (name: string) => resolved(text(name)),
    requiredPath: (name: string) => resolve(required(name)),
    /** Returns the number of rows of a list: 100 by default, at most 1,000. */
    limit: () => Math.min(MOST_ROWS, integer('limit', 1) ?? 100),
    seed: () => integer('seed') ?? 1,
    run,
    requiredRun(name: string): RunId {
      required(name);
      return runIdSchema.parse(integer(name, 1));
    },
    /** Returns the path of a file to write; `--force` allows replacing one. */
    target: (out: string) => ({
      out,
      ifExists: 'force' in values ? ('replace' as const) : ('refuse' as const),
    }),
    project: () => projectFile(required('project')),
    wrong,
  };
}

function parse(argv: readonly string[], options: ParseArgsOptionsConfig, command: CommandName) {
  const args = argv.map((given) =>
    Object.entries(OLD_OPTIONS).reduce(
      (arg, [old, name]) => arg.replace(new RegExp(`^--${old}(?==|$)`), `--${name}`),
      given,
    ),
  );
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    // The rest of the message is about quoting and ends in the middle of a quotation.
    const message = (error instanceof Error ? error.message : String(error)).split('. To specify')[0];
    throw usage(command, message?.endsWith('.') ? message : `${message}.`, null);
  }
}

interface CommandName {
  readonly name: string;
  readonly program: string;
}

function usage({ name, program }: CommandName, message: string, value: string | null): DialogramError {
  return new DialogramError('INVALID', message, {
    place: name,
    value,
    nextStep: `See "${program} ${name} --help".`,
  });
}

/** Returns the path of a project's file. The extension may be left out. */
export const projectFile = (given: string): string =>
  extname(given) === '.dialogram' || existsSync(given) ? given : `${given}.dialogram`;

/** Reads "judge PROJECT …" or "judge export PROJECT …". `--project` may replace PROJECT. */
export function readAction<Action extends string>(
  given: Arguments,
  actions: readonly Action[],
): { action: Action | 'run'; project: string } {
  const action = actions.find((known) => known === given.positionals[0]) ?? 'run';
  const rest = action === 'run' ? given.positionals : given.positionals.slice(1);
  const named = given.text('project');
  const project = named ?? rest[0];
  if (rest.length > 1 || (rest.length === 1 && named !== null)) {
    const word = rest[rest.length - 1];
    throw given.wrong(`"${word}" is not expected here.`, word);
  }
  if (!project) throw given.wrong('Choose the project with --project FILE.');
  return { action, project: projectFile(project) };
}
