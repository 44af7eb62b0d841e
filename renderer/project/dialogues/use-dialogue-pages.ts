import { useQueryClient } from '@tanstack/react-query';
import type { DialogueRow } from '#shared/contract/corpus.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { PAGE } from '../../client/queries.ts';
import { usePagedRows } from '../../client/use-paged-rows.ts';
import type { Place } from '../place.ts';
import { type ListAsked, projectQueries } from '../queries.ts';

interface DialogueRows {
  /** Number of dialogues at the place without the search; null if the place is everywhere. */
  readonly tracked: number | null;
  readonly total: number;
  readonly itemAt: (index: number) => DialogueRow | null;
  /** Returns the index of a dialogue's row among the fetched ones, or -1. */
  readonly indexOf: (id: DialogueId) => number;
}

interface DialoguePages {
  /** Null until the first answer; then the latest answer. */
  readonly rows: DialogueRows | null;
  /** True if the rows belong to an earlier place or search. */
  readonly outdated: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  readonly onRange: (first: number, last: number) => void;
  readonly fetchRow: (index: number) => Promise<DialogueRow | null>;
}

/** Returns the dialogues of a place, fetched page by page as they become visible. */
export function useDialoguePages(place: Place, asked: ListAsked, automaton: RunId | null): DialoguePages {
  const queries = projectQueries(useApi().client);
  const queryClient = useQueryClient();
  const ask = (page: number) => queries.dialogues(place, asked, automaton, page);
  // The visible range belongs to one list; another list starts at its first row.
  const { rows, ...rest } = usePagedRows(ask, JSON.stringify([place, asked, automaton]));

  const fetchRow = async (index: number) => {
    const page = await queryClient.fetchQuery(ask(Math.floor(index / PAGE)));
    return page.items[index % PAGE] ?? null;
  };

  return {
    rows: rows && {
      ...rows,
      tracked: rows.first.tracked,
      indexOf: (id) => rows.findIndex((row) => row.id === id),
    },
    ...rest,
    fetchRow,
  };
}
