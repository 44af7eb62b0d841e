import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { describeField, type Field, fieldsOf, readField } from '#shared/contract/fields.ts';
import { Choice, TextField } from './field.tsx';

export type TypedValues<Values> = {
  readonly [Name in keyof Values]: [Values[Name]] extends [boolean]
    ? boolean
    : [Values[Name]] extends [string]
      ? Values[Name]
      : string;
};

const onPage = (field: Field): Field =>
  field.percent ? { ...field, least: 100 * field.least, most: 100 * field.most } : field;

function textOf({ percent, several }: Field, value: unknown): string | boolean {
  if (several && Array.isArray(value)) return value.map((one) => one ?? 'none').join(', ');
  if (typeof value === 'boolean') return value;
  return String(percent && typeof value === 'number' ? Number((100 * value).toFixed(6)) : (value ?? ''));
}

export const typedOf = <Schema extends z.ZodObject>(
  schema: Schema,
  start: Partial<z.output<Schema>> = {},
): TypedValues<z.output<Schema>> =>
  Object.fromEntries(
    Object.entries<Field>(fieldsOf(schema)).map(([name, field]) => [
      name,
      textOf(field, name in start ? start[name as keyof typeof start] : field.start),
    ]),
  ) as TypedValues<z.output<Schema>>;

function readTyped(field: Field, typed: string | boolean): unknown {
  const value = typeof typed === 'boolean' ? typed : readField(onPage(field), typed);
  const share = (percent: unknown) => (typeof percent === 'number' ? percent / 100 : percent);
  return field.percent ? (Array.isArray(value) ? value.map(share) : share(value)) : value;
}

export function faultOf(field: Field, typed: string | boolean): string | null {
  if (readTyped(field, typed) !== undefined) return null;
  const { several, empty } = field;
  const none = several ? undefined : `empty${empty ? ` for ${empty}` : ''}`;
  return `Enter ${describeField(onPage(field), none)}.`;
}

export function valuesOf<Schema extends z.ZodObject>(
  schema: Schema,
  typed: TypedValues<z.output<Schema>>,
): z.output<Schema> | null {
  const read = Object.entries<Field>(fieldsOf(schema)).map(([name, field]) => [
    name,
    readTyped(field, typed[name as keyof typeof typed]),
  ]);
  const fits = read.every(([, value]) => value !== undefined);
  return (fits && schema.safeParse(Object.fromEntries(read)).data) || null;
}

interface SchemaFieldProps {
  readonly field: Field;
  readonly value: string | boolean;
  readonly onChange: (value: string | boolean) => void;
  readonly label?: string;
  readonly hint?: string;
  readonly empty?: string;
  readonly disabled?: boolean;
}

function SchemaField({ field, value, onChange, ...own }: SchemaFieldProps) {
  const { label = '', hint, empty } = { ...field, ...own };
  if (typeof value === 'boolean') {
    return <Choice label={label} hint={hint} disabled={own.disabled} checked={value} onChange={onChange} />;
  }
  const { several, type, percent } = field;
  return (
    <TextField
      label={percent ? `${label} (%)` : label}
      hint={hint}
      placeholder={empty}
      inputMode={several || type === 'string' ? undefined : type === 'integer' ? 'numeric' : 'decimal'}
      disabled={own.disabled}
      value={value}
      error={faultOf(field, value)}
      onChange={onChange}
    />
  );
}

type OwnWords = Omit<SchemaFieldProps, 'field' | 'value' | 'onChange'>;

export const controlsOf =
  <Schema extends z.ZodObject, Form extends TypedValues<z.output<Schema>>>(
    schema: Schema,
    form: Form,
    onChange: (form: Form) => void,
  ) =>
  (name: keyof z.output<Schema> & string, own: OwnWords = {}): ReactNode => (
    <SchemaField
      key={name}
      field={fieldsOf(schema)[name]}
      value={form[name]}
      onChange={(value) => onChange({ ...form, [name]: value })}
      {...own}
    />
  );

export function useFields<Schema extends z.ZodObject>(schema: Schema, start?: Partial<z.output<Schema>>) {
  const [typed, setTyped] = useState(() => typedOf(schema, start));
  return {
    values: valuesOf(schema, typed),
    control: controlsOf(schema, typed, setTyped),
  };
}
