import type { DialogueField, FieldKind } from '../../domain/dialogue-field.ts';

/** Gathers the values of one field, dialogue by dialogue in their order. */
export interface FieldBuilder {
  /** @param dialogue not before that of the call before */
  add(dialogue: number, value: string): void;
  finish(dialogues: number): DialogueField;
}

export function createFieldBuilder(name: string): FieldBuilder {
  const idOf = new Map<string, number>();
  const ends: number[] = [];
  const valueIds: number[] = [];
  return {
    add(dialogue, value) {
      while (ends.length < dialogue) ends.push(valueIds.length);
      const id = idOf.get(value) ?? idOf.size;
      idOf.set(value, id);
      const start = ends[dialogue - 1] ?? 0;
      if (valueIds.indexOf(id, start) === -1) valueIds.push(id);
    },
    finish(dialogues) {
      while (ends.length < dialogues) ends.push(valueIds.length);
      const values = [...idOf.keys()];
      const kind = kindOf(values);
      return {
        name,
        kind,
        values,
        offsets: Int32Array.from([0, ...ends]),
        valueIds: Int32Array.from(valueIds),
      };
    },
  };
}

const DATE = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

function kindOf(values: readonly string[]): FieldKind {
  if (values.length === 0) return 'words';
  if (values.every((value) => value.trim() !== '' && Number.isFinite(Number(value)))) return 'number';
  return values.every((value) => DATE.test(value)) ? 'date' : 'words';
}
