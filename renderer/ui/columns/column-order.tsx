import {
  type CollisionDetection,
  DndContext,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { placeAt } from './place-at.ts';
import './column-order.css';

/** A pointer that moves less only presses. */
const DRAG_AFTER_PX = 6;

/** Columns are also moved by keys, which say where they come to stand; a drag has nothing to announce. */
const ACCESSIBILITY = {
  screenReaderInstructions: { draggable: '' },
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
};

/** The column that stands where the dragged one would be put: the pointer has passed the middles of all before. */
const standingThere: CollisionDetection = ({ active, droppableContainers, pointerCoordinates }) => {
  if (pointerCoordinates === null) return [];
  // Measured anew each time, since the row scrolls along.
  const middles = droppableContainers
    .filter(({ id }) => id !== active.id)
    .map(({ node }) => {
      const { left, width } = node.current?.getBoundingClientRect() ?? new DOMRect();
      return left + width / 2;
    });
  const to = placeAt(pointerCoordinates.x, middles);
  const found = droppableContainers.find(({ data }) => data.current?.place === to);
  return found ? [{ id: found.id }] : [];
};

/** Columns that a pointer drags to another place in their row; Esc leaves them where they were. */
export function ColumnOrder({
  onMove,
  children,
}: {
  /** `to` counts from 0, without the column itself. */
  readonly onMove: (key: string, to: number) => void;
  readonly children: ReactNode;
}) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: DRAG_AFTER_PX } }));
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={standingThere}
      autoScroll={false}
      accessibility={ACCESSIBILITY}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) onMove(String(active.id), over.data.current?.place);
      }}
    >
      {children}
    </DndContext>
  );
}

/** What the part of a column hears that it is dragged by. */
export type ColumnGripHandlers = ReturnType<typeof useDraggable>['listeners'];

/**
 * A column of a `ColumnOrder`.
 * @param key the column's own among the others
 * @param place where it stands, from 0
 * @returns `ref` and `className` for the column, `grip` for what it is dragged by
 */
export function useOrderedColumn(key: string, place: number) {
  const data = { place };
  const { setNodeRef: setDragged, listeners, isDragging } = useDraggable({ id: key, data });
  const { setNodeRef: setTarget, isOver, active } = useDroppable({ id: key, data });
  const column = useRef<HTMLElement>(null);
  const ref = useCallback(
    (element: HTMLElement | null) => {
      column.current = element;
      setDragged(element);
      setTarget(element);
    },
    [setDragged, setTarget],
  );
  const aimed = isOver && !isDragging;
  useEffect(() => {
    // So a drag goes on beyond the edge of what is in sight.
    if (aimed) column.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [aimed]);
  const side = active?.data.current?.place < place ? 'column-drop-after' : 'column-drop-before';
  return { ref, grip: listeners, className: isDragging ? 'column-dragged' : aimed ? side : '' };
}
