import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PinnedTag, ReviewItem, ReviewQueue } from '#shared/contract/review.ts';
import type { EditOutcome } from '#shared/contract/tagging.ts';
import type { RunId, TurnId } from '#shared/domain/ids.ts';
import { client, queryClient } from '../../../client/api.ts';
import { projectQueries } from '../../../project/queries.ts';
import { tell, tellError } from '../../../ui/overlays/toasts.tsx';
import { noteQueries } from '../../notes/index.ts';
import { reviewQueries } from '../commands.ts';
import { slotsOf, type TagSlot } from './tag-toggles.tsx';

interface SlotNames {
  readonly index: number;
  readonly pins: readonly PinnedTag[];
  readonly list: readonly (string | null)[];
}

const NONE_OPEN = 'You have decided on every turn in this list.';
const NO_PINS: readonly PinnedTag[] = [];
const NO_NAMES: SlotNames = { index: -1, pins: NO_PINS, list: [] };

const AHEAD = [1, 2, -1];

export type ReviewSession = ReturnType<typeof useReviewSession>;

/** Runs review actions in sequence. Each action applies to the current turn at its start, so fast keys work. */
export function useReviewSession(queue: ReviewQueue, automaton: RunId | null) {
  const asked = useMemo(() => reviewQueries, []);
  const [index, setIndex] = useState(queue.position);
  const at = useRef(queue.position);
  const chain = useRef<Promise<void>>(Promise.resolve());
  const pins = useQuery(noteQueries.pins).data ?? NO_PINS;
  const names = useRef<SlotNames>(NO_NAMES);
  const [times, setTimes] = useState<readonly number[]>([]);
  const { id, total, run } = queue;

  const itemAt = useCallback(
    (position: number) => asked.item(id, position, automaton),
    [asked, id, automaton],
  );
  const item = useQuery({
    ...itemAt(index),
    enabled: total > 0,
    // If only the automaton changes, the turn and the typed text stay.
    placeholderData: (before) => (before?.queue === id && before.index === index ? before : undefined),
  });

  useEffect(() => {
    for (const step of AHEAD) {
      const position = index + step;
      if (position >= 0 && position < total) void queryClient.prefetchQuery(itemAt(position));
    }
  }, [itemAt, index, total]);

  const namesOf = (all: readonly (TagSlot | null)[]): SlotNames => ({
    index,
    pins,
    list: all.map((slot) => slot?.name ?? null),
  });
  const isKnown = names.current.index === index && names.current.pins === pins;
  if (item.data && (!isKnown || names.current.list.length === 0))
    names.current = namesOf(slotsOf(item.data, [], pins));
  const slots = item.data ? slotsOf(item.data, names.current.list, pins) : [];
  useEffect(() => {
    if (slots.length > names.current.list.length) names.current = namesOf(slots);
  });

  const act = (step: (item: ReviewItem) => Promise<void>): void => {
    chain.current = chain.current
      .then(async () => step(await queryClient.fetchQuery(itemAt(at.current))))
      .catch(tellError);
  };
  const moveTo = async (position: number): Promise<void> => {
    const next = Math.max(0, Math.min(total - 1, position));
    at.current = next;
    // Shows the next turn together with its number. If it was cached, it may be refreshed afterwards.
    await queryClient.ensureQueryData(itemAt(next)).catch(() => undefined);
    setIndex(next);
    client.review.move({ queue: id, index: next }).catch(tellError);
  };
  const showHistory = (outcome: EditOutcome): void => {
    queryClient.setQueryData(projectQueries.history.queryKey, (history) =>
      history ? { ...history, undo: outcome.undo, redo: outcome.redo } : history,
    );
  };
  const refresh = async (outcome: EditOutcome): Promise<void> => {
    showHistory(outcome);
    await queryClient.fetchQuery({ ...itemAt(at.current), staleTime: 0 });
  };
  const noteDecided = (outcome: EditOutcome): void => {
    setTimes((before) => [...before.slice(-50), performance.now()]);
    showHistory(outcome);
    const { queryKey } = itemAt(at.current);
    void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  };
  /** Moves to the next turn at once. The decided turn is fetched again when a person returns to it. */
  const decided = async (outcome: EditOutcome): Promise<void> => {
    noteDecided(outcome);
    if (at.current + 1 < total) return moveTo(at.current + 1);
    await refresh(outcome);
  };
  const toNextOpen = async (): Promise<boolean> => {
    const limit = 200;
    for (let offset = at.current + 1; offset < total; offset += limit) {
      const { items } = await client.review.rows({ queue: id, offset, limit });
      const open = items.find((row) => row.state === 'open' || row.state === 'skipped');
      if (!open) continue;
      await moveTo(open.index);
      return true;
    }
    return false;
  };
  const stepLog = (direction: 'undo' | 'redo') =>
    act(async () => {
      const outcome = await client.tagging[direction]();
      if (!outcome.edit) return;
      const { index: position } = await client.review.placeOf({ queue: id, edit: outcome.edit.id });
      if (position !== null) {
        // The turn may be cached.
        await queryClient.invalidateQueries({ queryKey: itemAt(position).queryKey });
        at.current = position;
      } else {
        // The edit is about a turn outside this queue, so nothing here would show it.
        tell(`${direction === 'undo' ? 'Undone' : 'Redone'}: ${outcome.edit.description}`, 'info');
      }
      await refresh(outcome);
      await moveTo(at.current);
    });
  const change = (slotName: (item: ReviewItem) => string | undefined): void =>
    act(async (current) => {
      const name = slotName(current);
      if (name === undefined) return;
      const { turn } = current;
      const present = current.tags.find((tag) => tag.name === name);
      await refresh(
        present
          ? await client.tagging.removeTag({ turn: turn.id, run, tag: present.id })
          : await client.tagging.addTag({ turn: turn.id, run, tag: name }),
      );
    });

  return {
    index,
    total,
    item: item.data,
    error: item.error,
    /** By key; null if a key has no tag. */
    slots,
    times,
    go: (position: number) => {
      chain.current = chain.current.then(() => moveTo(position)).catch(tellError);
    },
    accept: () => act(async ({ turn }) => decided(await client.review.check({ queue: id, turn: turn.id }))),
    acceptAlike: (also: readonly TurnId[] = []) =>
      act(async ({ turn }) => {
        const outcome = await client.review.settleAlike({ queue: id, turn: turn.id, also: [...also] });
        noteDecided(outcome);
        // The following turns may have been settled as well.
        if (!(await toNextOpen())) await refresh(outcome);
      }),
    reject: () => act(async ({ turn }) => decided(await client.review.reject({ queue: id, turn: turn.id }))),
    skip: () => {
      chain.current = chain.current.then(() => moveTo(at.current + 1)).catch(tellError);
    },
    back: () => {
      chain.current = chain.current.then(() => moveTo(at.current - 1)).catch(tellError);
    },
    flag: (note: string) =>
      act(async ({ turn }) => refresh(await client.review.flag({ queue: id, turn: turn.id, note }))),
    comment: (text: string) =>
      act(async ({ turn }) => refresh(await client.notes.comment({ turn: turn.id, text }))),
    unmark: () =>
      act(async ({ turn, checked, flagged }) => {
        const mark = flagged ? 'flagged' : checked ? 'checked' : null;
        if (mark !== null) await refresh(await client.review.unmark({ queue: id, turn: turn.id, mark }));
      }),
    toggle: (slot: number) =>
      change((current) => {
        // Keys pressed before the next turn is shown apply to that turn, not to the shown one.
        const known = names.current.index === current.index ? names.current.list : [];
        return slotsOf(current, known, pins)[slot]?.name;
      }),
    add: (name: string) =>
      change((current) => (current.tags.some((tag) => tag.name === name) ? undefined : name)),
    take: (side: 'left' | 'right') =>
      act(async ({ turn, sides }) => {
        if (!sides) return;
        const tags = [...sides[side].tags];
        await decided(await client.review.setTags({ queue: id, turn: turn.id, tags }));
      }),
    undo: () => stepLog('undo'),
    redo: () => stepLog('redo'),
    nextUnchecked: () =>
      act(async () => {
        if (!(await toNextOpen())) tell(NONE_OPEN, 'info');
      }),
    retry: () => void item.refetch(),
  };
}
