import { type RefObject, useEffect, useMemo } from 'react';
import type { GraphHighlight, GraphSelection } from '../graph-selection.ts';
import type { StateChange } from '../painting/painter.ts';
import type { Hit } from './hit-test.ts';
import { type Light, lightEdge, lightHighlight, lightPath, type SceneIndex } from './scene-index.ts';
import type { Stage } from './stage.ts';

interface Marks {
  readonly hit: Hit | null;
  readonly selection: GraphSelection | null;
  readonly highlight: GraphHighlight | null;
  readonly cursor: number | null;
  readonly matches: readonly number[];
  readonly currentMatch: number | null;
  readonly changes: ReadonlyMap<number, StateChange>;
}

/** Highlights the element under the pointer, else what the page highlights, else the path to the cursor. */
export function useLook(stage: RefObject<Stage | null>, index: SceneIndex, marks: Marks): void {
  const { hit, selection, highlight, cursor, matches, currentMatch, changes } = marks;
  const hoveredState = hit?.kind === 'node' ? hit.node.state : null;
  const hoveredEdge = hit?.kind === 'edge' ? hit.edge.id : null;
  const light = useMemo<Light | null>(() => {
    if (hoveredState !== null) return lightPath(index, hoveredState);
    if (hoveredEdge !== null && index.scene.edges[hoveredEdge])
      return lightEdge(index, index.scene.edges[hoveredEdge]);
    if (highlight) return lightHighlight(index, highlight);
    return cursor !== null && cursor !== 0 ? lightPath(index, cursor) : null;
  }, [index, hoveredState, hoveredEdge, highlight, cursor]);
  const found = useMemo(() => new Set(matches), [matches]);
  const selectedState =
    selection?.kind === 'state' ? selection.state : highlight?.kind === 'state' ? highlight.state : null;
  const selectedEdge =
    selection?.kind === 'transition' ? (index.between(selection.from, selection.to)?.id ?? null) : null;

  useEffect(() => {
    stage.current?.look({
      light,
      selectedState,
      selectedEdge,
      cursor,
      matches: found,
      currentMatch,
      changes,
    });
  }, [stage, light, selectedState, selectedEdge, cursor, found, currentMatch, changes]);
}
