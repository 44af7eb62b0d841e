import { z } from 'zod';
import { formatCount } from '../domain/figure-text.ts';

interface FieldWords {
  readonly label?: string;
  readonly hint?: string;
  /** The placeholder of an optional field, as in "all". */
  readonly empty?: string;
  /** Stands for an empty value in the command line, as in "auto". */
  readonly none?: string;
  /** The command-line option. By default, the name with dashes. */
  readonly option?: string;
  /** Stands for a value in a command's usage, as in "RUN". */
  readonly word?: string;
  /** True for a share that the page shows in percent. */
  readonly percent?: boolean;
}

declare module 'zod' {
  interface GlobalMeta extends FieldWords {}
}

export interface Field<Value = unknown> extends FieldWords {
  readonly type: 'integer' | 'number' | 'string' | 'boolean';
  readonly several: boolean;
  readonly choices: readonly string[] | null;
  readonly nullable: boolean;
  readonly required: boolean;
  readonly least: number;
  readonly most: number;
  /** True if the value must be greater than `least`, not equal. */
  readonly above: boolean;
  readonly start: Value | undefined;
}

type Fields<Values> = { readonly [Name in keyof Values]-?: Field<Values[Name]> };

interface JsonField extends FieldWords {
  readonly type?: Field['type'] | 'array' | 'object' | 'null';
  readonly enum?: readonly string[];
  readonly anyOf?: readonly JsonField[];
  readonly items?: JsonField;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

const known = new WeakMap<z.ZodObject, Fields<object>>();

export function fieldsOf<Schema extends z.ZodObject>(schema: Schema): Fields<z.output<Schema>> {
  const kept = known.get(schema);
  if (kept) return kept as Fields<z.output<Schema>>;
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const found = Object.entries(properties).flatMap(([name, described]) => {
    const field = fieldOf(described as JsonField, required.includes(name));
    return field === null ? [] : [[name, field]];
  });
  const fields: Fields<z.output<Schema>> = Object.fromEntries(found);
  known.set(schema, fields);
  return fields;
}

function fieldOf(described: JsonField, required: boolean): Field | null {
  const { anyOf, items, ...outer } = described;
  const own = anyOf?.find(({ type }) => type !== 'null') ?? items;
  if (own) {
    const field = fieldOf({ ...own, ...outer, type: own.type ?? outer.type }, required);
    const nullable = field?.nullable || anyOf?.some(({ type }) => type === 'null') === true;
    return field && { ...field, nullable, several: items !== undefined || field.several };
  }
  const { type, enum: choices, minimum, exclusiveMinimum, maximum, default: start, ...words } = outer;
  if (type !== 'integer' && type !== 'number' && type !== 'string' && type !== 'boolean') return null;
  const above = exclusiveMinimum !== undefined && type === 'number';
  const least =
    minimum ?? (exclusiveMinimum === undefined || above ? exclusiveMinimum : exclusiveMinimum + 1);
  return {
    ...words,
    type,
    start,
    required,
    several: false,
    nullable: false,
    choices: choices ?? null,
    least: least ?? Number.NEGATIVE_INFINITY,
    most: maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? Number.POSITIVE_INFINITY : maximum,
    above,
  };
}

/** Describes the allowed values, as in "a whole number from 1 to 50, or none". */
export function describeField(field: Field, none = field.none ?? 'none'): string {
  const { choices, nullable, several } = field;
  const others = choices?.slice(0, -1).join(', ');
  const one = choices ? `${others && `${others} or `}${choices.at(-1)}` : rangeOf(field);
  return `${one}${nullable ? `, or ${none}` : ''}${several ? '; separate several by commas' : ''}`;
}

function rangeOf({ type, least, most, above }: Field): string {
  const thing = type === 'integer' ? 'a whole number' : type === 'number' ? 'a number' : 'text';
  const [from, to] = [formatBound(least), formatBound(most)];
  if (least === Number.NEGATIVE_INFINITY) return thing;
  if (above)
    return most === Number.POSITIVE_INFINITY
      ? `${thing} above ${from}`
      : `${thing} above ${from}, at most ${to}`;
  return most === Number.POSITIVE_INFINITY
    ? `${thing} of at least ${from}`
    : `${thing} from ${from} to ${to}`;
}

const formatBound = (bound: number): string => (Number.isInteger(bound) ? formatCount(bound) : String(bound));

export function readField(field: Field, text: string): unknown {
  if (!field.several) return readOne(field, text.trim());
  const values = text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((part) => readOne(field, part));
  return values.length === 0 || values.includes(undefined) ? undefined : values;
}

function readOne(field: Field, text: string): unknown {
  const { type, choices, nullable, none = 'none', least, most, above } = field;
  if (nullable && (text === '' || text === none)) return null;
  if (choices) return choices.find((choice) => choice === text);
  if (type === 'string') return text === '' && field.required ? undefined : text;
  const value = Number(type === 'number' ? text.replace(',', '.') : text);
  const fits = text !== '' && (above ? value > least : value >= least) && value <= most;
  return fits && (type === 'number' || Number.isSafeInteger(value)) ? value : undefined;
}

const isTurnedOff = ({ option, start }: Field): boolean => start === true && option === undefined;

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Returns the command-line option of a field. The prefix "no-" turns off a switch that is on by default. */
export const optionOf = (name: string, field: Field): string =>
  field.option ??
  `${isTurnedOff(field) ? 'no-' : ''}${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Returns options for the values of an input, as in "--provider ID [--seed 1]"; all of them, or those named. */
export function usageOf<Schema extends z.ZodObject>(
  schema: Schema,
  ...only: (keyof z.output<Schema> & string)[]
): string {
  return Object.entries<Field>(fieldsOf(schema))
    .filter(([name]) => only.length === 0 || only.some((one) => one === name))
    .map(([name, field]) => {
      const option = `--${optionOf(name, field)}${field.type === 'boolean' ? '' : ` ${wordOf(field)}`}`;
      return field.required ? option : `[${option}]`;
    })
    .join(' ');
}

function wordOf({ choices, start, word, nullable, none, type, several }: Field): string {
  const isShown = start !== undefined && start !== null && start !== '';
  const one = word ?? choices?.join('|') ?? (isShown ? String(start) : type === 'string' ? 'TEXT' : 'N');
  const own = nullable && (none !== undefined || isShown) ? `${one}|${none ?? 'none'}` : one;
  return several ? `${own},…` : own;
}

/** Returns a line for each option that has a label, as in "--k  Turns to look ahead (k): a whole number from 0 to 20". */
export function explainFields(schemas: readonly z.ZodObject[]): string[] {
  const fields = schemas.flatMap((schema) => Object.entries<Field>(fieldsOf(schema)));
  const told = fields.flatMap(([name, field]) =>
    field.label === undefined ? [] : [[`--${optionOf(name, field)}`, aboutField(field)] as const],
  );
  const lines = [...new Map(told)];
  const width = Math.max(...lines.map(([option]) => option.length));
  return lines.map(([option, about]) => `${option.padEnd(width)}  ${about}`);
}

function aboutField(field: Field): string {
  const range = field.type === 'boolean' ? '' : `: ${describeField(field)}`;
  const hint = field.hint ? `. ${field.hint.charAt(0).toUpperCase()}${field.hint.slice(1)}` : '';
  const label = isTurnedOff(field) ? `Do not ${lowerFirst(field.label ?? '')}` : field.label;
  return `${label}${range}${hint}`.replace(/\.?$/, '.');
}
