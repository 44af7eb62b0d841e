import { useState } from 'react';
import type { DialogueRow } from '#shared/contract/corpus.ts';
import type { DialogueId } from '#shared/domain/ids.ts';

/** So many rows at most are chosen in one go; more is what a source or a search is for. */
const LONGEST_RANGE = 2000;

interface Chosen {
  readonly ids: ReadonlySet<DialogueId>;
  /** Chooses a row or lets it go; `range` chooses all rows from the last one chosen to this. */
  choose(index: number, range: boolean): Promise<void>;
  clear(): void;
}

/** Dialogues chosen in the list to be acted on together; they stay chosen while other places are looked at. */
export function useChosen(fetchRow: (index: number) => Promise<DialogueRow | null>): Chosen {
  const [ids, setIds] = useState<ReadonlySet<DialogueId>>(new Set());
  const [last, setLast] = useState<number | null>(null);
  return {
    ids,
    async choose(index, range) {
      setLast(index);
      if (!range || last === null) {
        const row = await fetchRow(index);
        if (!row) return;
        setIds((before) => {
          const next = new Set(before);
          if (!next.delete(row.id)) next.add(row.id);
          return next;
        });
        return;
      }
      const first = Math.min(last, index);
      const length = Math.min(LONGEST_RANGE, Math.abs(last - index) + 1);
      const rows = await Promise.all(Array.from({ length }, (_, step) => fetchRow(first + step)));
      setIds((before) => new Set([...before, ...rows.flatMap((row) => (row ? [row.id] : []))]));
    },
    clear() {
      setIds(new Set());
      setLast(null);
    },
  };
}
