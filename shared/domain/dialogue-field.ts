/** The kind of a field's values, read from all of them; mixed kinds are `words`. */
export type FieldKind = 'number' | 'date' | 'words';

/** A column of facts about dialogues, from the file or counted. A dialogue may have no value, or several. */
export interface DialogueField {
  readonly name: string;
  readonly kind: FieldKind;
  /** Different values as text, in the order in which they first occur. */
  readonly values: readonly string[];
  /** length = dialogues + 1 */
  readonly offsets: Int32Array;
  /** indexes into `values`; those of dialogue d are at `offsets[d] … offsets[d+1]-1`, each once */
  readonly valueIds: Int32Array;
}
