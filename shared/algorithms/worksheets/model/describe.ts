import { instanceName, typeText, type WorksheetField } from '../../../domain/worksheet.ts';
import { isInstance, sourceOf, type Value } from '../language/values.ts';
import type { CompiledSet, CompiledSheet } from '../runtime/compile.ts';
import { type Act, actText, type DialogueState } from '../runtime/state.ts';
import { wordsOfAct } from '../words/word-answer.ts';

const MOST_CHARACTERS = 60_000;

export function describeWorksheets({ sheets }: CompiledSet, { instances }: DialogueState): string {
  const begun = new Set(instances.map(({ worksheet }) => worksheet));
  const ordered = [...sheets.values()].sort(
    (left, right) => Number(begun.has(right.sheet.name)) - Number(begun.has(left.sheet.name)),
  );
  const out: string[] = [];
  let characters = 0;
  for (const sheet of ordered) {
    const text = describeSheet(sheet);
    characters += text.length;
    if (characters > MOST_CHARACTERS) break;
    out.push(text);
  }
  return out.join('\n');
}

const WORDS_OF_TYPE = { worksheet: 'worksheet', db: 'table', type: 'record' } as const;

function describeSheet({ sheet, fields }: CompiledSheet): string {
  const name = sheet.type === 'worksheet' ? `${sheet.name} (${instanceName(sheet.name)})` : sheet.name;
  const condition = sheet.predicate === '' ? '' : `, only if ${oneLine(sheet.predicate)}`;
  const lines = [...fields.values()]
    .filter(({ field }) => field.kind === 'input')
    .map(({ field }) => `  ${describeField(field)}`);
  return [`${WORDS_OF_TYPE[sheet.type]} ${name}${condition}`, ...lines].join('\n');
}

function describeField({ name, type, description, predicate }: WorksheetField): string {
  const own = type.kind === 'enum' ? `one of ${type.values.map(sourceOf).join(', ')}` : typeText(type);
  return [
    `${name}: ${own}`,
    ...(predicate === '' ? [] : [`only if ${oneLine(predicate)}`]),
    ...(description === '' ? [] : [oneLine(description)]),
  ].join('; ');
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

export function describeState({ instances, queries }: DialogueState): string {
  const values = (of: Readonly<Record<string, Value>>): string[] =>
    Object.entries(of).map(([name, value]) => `${name}=${isInstance(value) ? value.name : sourceOf(value)}`);
  return [
    ...instances
      .filter(({ left }) => !left)
      .map(({ name, worksheet, values: own, performed, failed, result }) => {
        const answered = result === null ? '' : `: ${sourceOf(result)}`;
        const done = failed ? ' # failed' : performed ? ` # done${answered}` : '';
        return `${name} = ${worksheet}(${values(own).join(', ')})${done}`;
      }),
    ...queries.map(({ name, worksheet, text, filters }) => {
      const given = [...(text === '' ? [] : [sourceOf(text)]), ...values(filters)];
      return `${name} = ${worksheet ?? 'answer'}(${given.join(', ')})`;
    }),
  ].join('\n');
}

export const describeActs = (set: CompiledSet, state: DialogueState, acts: readonly Act[]): string =>
  acts.map((act) => `${shortAct(act)}: ${oneLine(wordsOfAct(set, state, act))}`).join('\n');

const shortAct = (act: Act): string => (act.act === 'SAY' ? 'SAY' : actText(act));

/** Returns a part of a request. Delimiters inside its text are broken up. */
export const part = (name: string, text: string): string =>
  `<${name}>\n${text.replaceAll(`</${name}>`, `< /${name}>`) || '(nothing)'}\n</${name}>`;
