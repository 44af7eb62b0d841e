import type { WorksheetField } from '../../../domain/worksheet.ts';
import {
  isInstance,
  isList,
  isRecord,
  nameOf,
  type RecordValue,
  type Value,
  wordsOf,
} from '../language/values.ts';
import type { CompiledSet } from '../runtime/compile.ts';
import type { Act, DialogueState } from '../runtime/state.ts';

/** At most this many rows of a result are listed. The rest is only counted. */
export const MOST_ROWS = 3;

export function wordAnswer(set: CompiledSet, state: DialogueState, acts: readonly Act[]): string {
  if (acts.length === 0) return 'Is there anything else that I can do for you?';
  return acts.map((act) => wordsOfAct(set, state, act)).join(' ');
}

const spoken = (name: string): string => name.replaceAll('_', ' ');

export function wordsOfAct(set: CompiledSet, state: DialogueState, act: Act): string {
  switch (act.act) {
    case 'SAY':
      return act.text;
    case 'REPORT':
      return reported(state, act.instance, act.result);
    case 'CONFIRM':
      return `I have ${shown(state, act.value)} as the ${spoken(act.field)}. Is that right?`;
    case 'PROPOSE': {
      const values = Object.entries(act.values).map(([name, value]) => `${spoken(name)}: ${wordsOf(value)}`);
      const name = spoken(act.worksheet.replace(/([a-z\d])([A-Z])/g, '$1 $2')).toLowerCase();
      return `Would you like to continue with ${name}${values.length > 0 ? ` (${values.join(', ')})` : ''}?`;
    }
    case 'ASK':
      return asked(set, state, act.instance, act.field);
  }
}

function asked(set: CompiledSet, state: DialogueState, instance: string, name: string): string {
  const worksheet =
    state.instances.find((one) => one.name === instance)?.worksheet ??
    state.queries.find((one) => one.name === instance)?.worksheet;
  const field = worksheet ? set.sheets.get(worksheet)?.fields.get(name)?.field : undefined;
  if (field?.type.kind === 'confirm') {
    const values = valuesOf(state, instance, 0);
    const what = values.length > 0 ? `This is what I have: ${values.join(', ')}. ` : '';
    return `${what}${questionIn(field) ?? 'Shall I go ahead?'}`;
  }
  const options = field?.type.kind === 'enum' ? ` The choices are ${field.type.values.join(', ')}.` : '';
  const question = (field && questionIn(field)) ?? `What is the ${spoken(name)}${about(field)}?`;
  const skip = field && !field.required && field.kind === 'input' ? ' You can skip this.' : '';
  return `${question}${options}${skip}`;
}

const questionIn = ({ description }: WorksheetField): string | null =>
  description.endsWith('?') ? description : null;

const about = (field: WorksheetField | undefined): string =>
  field && field.description !== '' ? ` (${field.description.replace(/\.$/, '')})` : '';

function valuesOf(state: DialogueState, instance: string, depth: number): readonly string[] {
  const values = state.instances.find((one) => one.name === instance)?.values ?? {};
  return Object.entries(values).flatMap(([name, value]) => {
    if (isInstance(value)) return depth < 5 ? valuesOf(state, value.name, depth + 1) : [];
    return [`${spoken(name)}: ${shown(state, value)}`];
  });
}

function shown(state: DialogueState, value: Value): string {
  if (isInstance(value)) return valuesOf(state, value.name, 1).join(', ');
  if (isRecord(value)) return wordsOf(nameOf(value));
  return wordsOf(value);
}

function reported(state: DialogueState, instance: string, result: Value): string {
  const query = state.queries.find(({ name }) => name === instance);
  if (!query) return `Done. ${upper(wordsOf(result)).replace(/\.$/, '')}.`;
  const rows = isList(result) ? result : [];
  const filters = Object.entries(query.filters).map(([name, value]) => `${spoken(name)} ${wordsOf(value)}`);
  const searched = filters.length > 0 ? ` for ${filters.join(', ')}` : '';
  if (rows.length === 0)
    return query.worksheet === null
      ? 'I have no information about that.'
      : `I searched${searched} and found nothing.`;
  const [first] = rows;
  if (first && isRecord(first) && typeof first.entries.text === 'string' && 'title' in first.entries)
    return `${first.entries.text.replace(/\n+/g, ': ')}${cited(first)}`;
  const told = rows.slice(0, MOST_ROWS).map((row) => (isRecord(row) ? recordTold(row) : wordsOf(row)));
  const more = rows.length > MOST_ROWS ? ` and ${rows.length - MOST_ROWS} more` : '';
  const found = searched === '' && query.text === '' ? 'I have' : `I searched${searched} and found`;
  return `${found} ${told.join('; ')}${more}.`;
}

const cited = ({ from }: RecordValue): string => (from === undefined ? '' : ` (${from})`);

function recordTold(record: RecordValue): string {
  const name = nameOf(record);
  const others = Object.entries(record.entries).filter(([, value]) => value !== name && value !== null);
  const told = others.map(([column, value]) => `${spoken(column)} ${wordsOf(value)}`).join(', ');
  return `${wordsOf(name)}${told === '' ? '' : `: ${told}`}${cited(record)}`;
}

const upper = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
