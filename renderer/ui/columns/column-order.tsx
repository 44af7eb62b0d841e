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

/** Returns the number of other columns whose center `x` has passed. `middles` are in px from the left. */
export function placeAt(x: number, middles: readonly number[]): number {
  return middles.filter((middle) => middle < x).length;
}

const DRAG_AFTER_PX = 6;

/** Dragging announces nothing to screen readers, because moving columns by keys announces the new position already. */
const ACCESSIBILITY = {
  screenReaderInstructions: { draggable: '' },
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
};

/** Returns the column at the drop position: the pointer has passed the centers of all columns before it. */
const standingThere: CollisionDetection = ({ active, droppableContainers, pointerCoordinates }) => {
  if (pointerCoordinates === null) return [];
  // Measured each time, because the row may scroll.
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

interface ColumnOrderProps {
  /** Called after a drag. `to` is the new index from 0, not counting the column itself. */
  readonly onMove: (key: string, to: number) => void;
  readonly children: ReactNode;
}

export function ColumnOrder({ onMove, children }: ColumnOrderProps) {
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

export type ColumnGripHandlers = ReturnType<typeof useDraggable>['listeners'];

/**
 * Makes a column draggable. `key` is unique among the columns.
 * The result has `ref` and `className` for the column, `grip` for its handle.
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
    // Lets a drag continue beyond the visible part.
    if (aimed) column.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [aimed]);
  const side = active?.data.current?.place < place ? 'column-drop-after' : 'column-drop-before';
  return { ref, grip: listeners, className: isDragging ? 'column-dragged' : aimed ? side : '' };
}
