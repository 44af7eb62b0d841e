import type { Role } from './dialogue.ts';

export interface SymbolInfo {
  readonly role: Role;
  readonly tag: string;
}

/** One dialogue as learners see it: the tags of each turn. `key` is stable across import orders. */
export interface TaggedDialogue {
  readonly key: string;
  readonly turns: readonly { readonly role: Role; readonly tags: readonly string[] }[];
}

/**
 * Dialogue d has turns `turnOffsets[d] … turnOffsets[d+1]-1`; turn r has the symbols
 * `symbolIds[symbolOffsets[r] … symbolOffsets[r+1]-1]`, distinct and ascending.
 * Symbols and dialogues are in code-point order, so no result depends on import order.
 */
export interface SymbolCorpus {
  readonly symbols: readonly SymbolInfo[];
  readonly keys: readonly string[];
  /** length = dialogues + 1 */
  readonly turnOffsets: Int32Array;
  /** length = turns; 0 = system, 1 = user (the order of ROLES) */
  readonly turnRoles: Uint8Array;
  readonly symbolOffsets: Int32Array;
  readonly symbolIds: Int32Array;
  /** length = symbolIds; each turn's symbols in the order given */
  readonly givenIds: Int32Array;
  /** The tags are moves: names of few words, whose first words ("asks") form no families. */
  readonly areMoves?: boolean;
}
