import { useQueryClient } from '@tanstack/react-query';
import type { DialogueRow } from '#shared/contract/corpus.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { PAGE } from '../../client/queries.ts';
import { usePagedRows } from '../../client/use-paged-rows.ts';
import type { Place } from '../place.ts';
import { type ListAsked, projectQueries } from '../queries.ts';

interface DialogueRows {
  /** Dialogues at the place, whatever the search; null where the place is all. */
  readonly tracked: number | null;
  readonly total: number;
  readonly itemAt: (index: number) => DialogueRow | null;
  /** The row of a dialogue, if it is among those fetched; else -1. */
  readonly indexOf: (id: DialogueId) => number;
}

interface DialoguePages {
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
export function useDialoguePages(place: Place, asked: ListAsked, automaton: RunId | null): DialoguePages {
  const queries = projectQueries(useApi().client);
  const queryClient = useQueryClient();
  const ask = (page: number) => queries.dialogues(place, asked, automaton, page);
  // A range belongs to one list; the next one is looked at from its start.
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
