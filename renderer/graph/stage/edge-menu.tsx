import { useEffect, useRef } from 'react';
import { printableTag } from '#shared/algorithms/layout/labels/label-text.ts';
import type { SceneEdge } from '#shared/algorithms/layout/scene/scene.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import { formatCount } from '#shared/domain/figure-text.ts';
import { moveInMenu } from '../../ui/overlays/menu.tsx';

interface EdgeMenuProps {
  readonly graph: AutomatonGraph;
  readonly edge: SceneEdge;
  /** Position on the stage, in px. */
  readonly x: number;
  readonly y: number;
  readonly onChoose: (transition: number) => void;
  readonly onClose: () => void;
}

export function EdgeMenu({ graph, edge, x, y, onChoose, onClose }: EdgeMenuProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('button')?.focus();
  }, []);
  return (
    <div
      ref={list}
      className="stack graph-menu scrolls-y"
      role="menu"
      tabIndex={-1}
      aria-label={`${edge.transitions.length} transitions from state ${edge.from} to state ${edge.to}`}
      style={{ left: x, top: y }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onClose();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') onClose();
        else moveInMenu(event);
      }}
    >
      <p className="pad-1-2 quiet bold">
        {edge.from} → {edge.to}
      </p>
      {edge.transitions.map((transition) => (
        <button
          key={transition}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className="row-3 graph-menu-item rigid apart min-small pad-1-2 no-border rounded no-fill pointer to-start"
          onClick={() => onChoose(transition)}
        >
          <span className="clip">
            {printableTag(graph.symbols[graph.transitions.symbol[transition]!]!.tag)}
          </span>
          <span className="number">{formatCount(graph.transitions.support[transition]!)}</span>
        </button>
      ))}
    </div>
  );
}
