import type { WorksheetField } from '../../../domain/worksheet.ts';
import { isInstance, type Value } from '../language/values.ts';
import type { CompiledSet, CompiledSheet } from '../runtime/compile.ts';
import { Draft, type DraftInstance } from '../runtime/draft.ts';
import type { DialogueState, Knowledge } from '../runtime/state.ts';
import { ReadingWorld } from '../runtime/world.ts';
import { enumValues } from './said-query.ts';

export interface ExtractionSettings {
  readonly today: string;
  readonly knowledge: Knowledge;
}

export interface Candidate {
  readonly path: string;
  readonly field: WorksheetField;
  readonly isAsked: boolean;
  readonly value: Value;
  readonly table: CompiledSheet | null;
  readonly shown: readonly Value[];
}

export const draftOf = (
  set: CompiledSet,
  state: DialogueState,
  { today, knowledge }: ExtractionSettings,
): Draft =>
  new Draft(
    set,
    state,
    { today, find: (worksheet, words) => knowledge.find(worksheet, words) },
    (own, self) => new ReadingWorld(own, self),
  );

/** Returns the active fields of started worksheets and of those that can be started, requested fields first. */
export function candidatesOf(
  draft: Draft,
  { asked, queries }: DialogueState,
  begins: CompiledSheet | null,
  known: ReadonlyMap<string, unknown> = draft.instances,
): readonly Candidate[] {
  const out: Candidate[] = [];
  const isAsked = (instance: string, field: string): boolean =>
    asked?.act !== 'PROPOSE' && asked?.instance === instance && asked.field === field;
  const found = (table: string): readonly Value[] =>
    queries.findLast(({ worksheet, result }) => worksheet === table && result)?.result ?? [];
  const visit = (sheet: CompiledSheet, path: string, instance: DraftInstance | null, depth: number): void => {
    for (const one of sheet.fields.values()) {
      const { field } = one;
      if (field.kind !== 'input' || (instance && !draft.isActive(instance, one))) continue;
      if (!instance && one.predicate) continue;
      const value = instance?.values.get(field.name) ?? null;
      const part = field.type.kind === 'sheet' ? draft.set.sheets.get(field.type.name) : undefined;
      const own = `${path}.${field.name}`;
      const isWhole =
        part &&
        part.sheet.type !== 'db' &&
        [...part.fields.values()].some((inner) => inner.field.kind === 'input');
      if (part && isWhole) {
        const inner = value !== null && isInstance(value) ? (draft.instances.get(value.name) ?? null) : null;
        if (depth < 4 && !inner?.left) visit(part, own, inner, depth + 1);
      } else {
        const table = part?.sheet.type === 'db' ? part : null;
        out.push({
          path: own,
          field,
          isAsked: instance !== null && isAsked(instance.name, field.name),
          value,
          table,
          shown: table ? found(table.sheet.name) : (enumValues(field.type) ?? []),
        });
      }
    }
  };
  for (const name of draft.order.toReversed()) {
    const instance = draft.instances.get(name);
    if (instance && !instance.left && !begins)
      visit(instance.sheet, known.has(name) ? name : pathOfSheet(instance.sheet), instance, 0);
  }
  if (begins) visit(begins, pathOfSheet(begins), null, 0);
  for (const query of queries) {
    const sheet = query.worksheet === null ? undefined : draft.set.sheets.get(query.worksheet);
    if (!sheet || query.result) continue;
    for (const { field } of sheet.fields.values())
      if (field.kind === 'input')
        out.push({
          path: `${query.name}.${field.name}`,
          field,
          isAsked: isAsked(query.name, field.name),
          value: query.filters[field.name] ?? null,
          table: null,
          shown: enumValues(field.type) ?? [],
        });
  }
  return out.sort((left, right) => Number(right.isAsked) - Number(left.isAsked));
}

/** Matches phrases that change something that is already done. */
const CHANGE = /\b(?:actually|change|make (?:it|that)|instead|rather|after all|correct that|wrong)\b/i;

export function beginsAnew(draft: Draft, text: string): CompiledSheet | null {
  const roots = draft.order.flatMap((name) => draft.instances.get(name) ?? []).filter(({ left }) => !left);
  if (roots.some(({ performed }) => !performed) || (roots.length > 0 && CHANGE.test(text))) return null;
  const sheets = [...draft.set.sheets.values()];
  const last = roots.at(-1)?.sheet;
  return (
    sheets.find(({ sheet }) => sheet.name.toLowerCase() === 'main') ??
    last ??
    sheets.find(({ sheet, predicate, isPart }) => sheet.type === 'worksheet' && !predicate && !isPart) ??
    null
  );
}

export const pathOfSheet = ({ sheet: { name } }: CompiledSheet): string =>
  name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
