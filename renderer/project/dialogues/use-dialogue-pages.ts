import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { DialogueRow } from '#shared/contract/corpus.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { PAGE } from '../../client/queries.ts';
import { pagesOf } from '../../ui/lists/list-pages.ts';
import type { Place } from '../place.ts';

export interface DialogueRows {
  /** Dialogues at the place, whatever the search; null where the place is all. */
  readonly tracked: number | null;
  readonly total: number;
  readonly itemAt: (index: number) => DialogueRow | null;
  /** The row of a dialogue, if it is among those fetched; else -1. */
  readonly indexOf: (id: DialogueId) => number;
}

export interface DialoguePages {
  /** Null until the first answer; then the latest answer there is. */
  readonly rows: DialogueRows | null;
  /** The rows are those of an earlier place or search. */
  readonly outdated: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  readonly onRange: (first: number, last: number) => void;
  /** The row, fetched if it is not there yet. */
  readonly fetchRow: (index: number) => Promise<DialogueRow | null>;
}

/** The dialogues of a place, fetched page by page where the list is looked at. */
export function useDialoguePages(place: Place, query: string, automaton: RunId | null): DialoguePages {
  const { queries } = useApi();
  const queryClient = useQueryClient();
  // A range belongs to one list; the next one is looked at from its start.
  const list = JSON.stringify([place, query, automaton]);
  const [seen, setRange] = useState({ list, first: 0, last: 0 });
  const range = seen.list === list ? seen : { first: 0, last: 0 };
  const onRange = useCallback((first: number, last: number) => setRange({ list, first, last }), [list]);
  const numbers = [...new Set([0, ...pagesOf(range.first, range.last, PAGE, Number.MAX_SAFE_INTEGER)])];
  const pages = useQueries({
    queries: numbers.map((page) => queries.dialogues(place, query, automaton, page)),
  });
  const [start] = pages;

  const latest = useRef<DialogueRows | null>(null);
  if (start.data) {
    const { total, tracked } = start.data;
    latest.current = {
      total,
      tracked,
      itemAt: (index) => pages[numbers.indexOf(Math.floor(index / PAGE))]?.data?.items[index % PAGE] ?? null,
      indexOf: (id) => {
        for (const [at, page] of pages.entries()) {
          const within = page.data?.items.findIndex((row) => row.id === id) ?? -1;
          if (within >= 0) return numbers[at] * PAGE + within;
        }
        return -1;
      },
    };
  }

  const fetchRow = async (index: number) => {
    const page = await queryClient.fetchQuery(
      queries.dialogues(place, query, automaton, Math.floor(index / PAGE)),
    );
    return page.items[index % PAGE] ?? null;
  };

  return {
    rows: latest.current,
    outdated: !start.data,
    error: start.error,
    retry: () => void start.refetch(),
    onRange,
    fetchRow,
  };
}
