import type { ReactNode } from 'react';
import type { Arrangement } from '#shared/algorithms/layout/grid/spacing.ts';
import type { OverlayLegend } from '#shared/algorithms/layout/scene/overlay.ts';
import { edgeWidth, legendSupports } from '#shared/algorithms/layout/scene/scene.ts';
import { formatCount } from '#shared/domain/figure-text.ts';

import { CHANGE_SIGNS, type StateChange } from '../painting/painter.ts';

export function GraphLegend({
  fullWidthSupport,
  changes,
  uncertain,
  merged,
  boxes,
  notation,
  figures,
}: {
  readonly fullWidthSupport: number;
  readonly changes: ReadonlySet<StateChange>;
  readonly uncertain: boolean;
  readonly merged: boolean;
  readonly boxes: boolean;
  readonly notation: Arrangement['notation'];
  readonly figures: OverlayLegend | null;
}) {
  return (
    <ul className="graph-legend rigid wrap flex middle pad-1-3 quiet small line-above" aria-label="Legend">
      {notation === 'boxes' ? (
        <>
          <Item label="customer" className="user" widthPx={34}>
            <rect className="graph-shape" x="-9" y="-8" width="28" height="16" rx="8" />
          </Item>
          <Item label="agent" className="system" widthPx={34}>
            <rect className="graph-shape" x="-9" y="-8" width="28" height="16" rx="3" />
          </Item>
          {!figures?.hasLabel && (
            <li>In a box: the number of dialogues that reach the state, and their share of all dialogues</li>
          )}
        </>
      ) : (
        <>
          <Item label="start" className="start">
            <circle className="graph-shape" r="9" />
            <path className="graph-start" d="M-2.7 -4.5L5 0L-2.7 4.5Z" />
          </Item>
          <Item label="customer" className="user">
            <circle className="graph-shape" r="8" />
          </Item>
          <Item label="agent" className="system">
            <rect className="graph-shape" x="-8" y="-8" width="16" height="16" rx="4" />
          </Item>
          <Item label="a fifth or more of the dialogues end here" className="system">
            <rect className="graph-ring" x="-10" y="-10" width="20" height="20" rx="6" />
            <rect className="graph-shape" x="-7.5" y="-7.5" width="15" height="15" rx="4" />
          </Item>
          {merged && (
            <Item label="states merged" className="user" widthPx={38}>
              <circle className="graph-stack" cx="0" cy="-2" r="8" />
              <circle className="graph-shape" cx="-3" cy="1" r="8" />
              <text className="graph-merged" x="8" y="11">
                ×3
              </text>
            </Item>
          )}
          {!figures?.hasLabel && <li>Beside a state: the number of dialogues that reach it</li>}
        </>
      )}
      {CHANGES.filter(({ change }) => changes.has(change)).map(({ change, label }) => (
        <Item key={change} label={label} className={`user change-${change}`} widthPx={34}>
          <circle className="graph-halo" cx="6" r="10.5" />
          <circle className="graph-shape" cx="6" r="7" />
          <text className="graph-sign" x="-4" y="10">
            {CHANGE_SIGNS[change]}
          </text>
        </Item>
      ))}
      {boxes && (
        <Item label="a group of states" className="user">
          <rect className="graph-shape" x="-9" y="-9" width="18" height="18" />
          <text className="graph-number" y="0.36em">
            +3
          </text>
        </Item>
      )}
      {uncertain && (
        <li title="Found in fewer than half of the automata learned from part of the dialogues">
          <svg className="graph-sample" width="28" viewBox="-14 -12 28 24" aria-hidden="true">
            <g className="graph-edge uncertain">
              <path className="graph-line graph-width" d="M-14 0H14" strokeWidth="2" />
            </g>
          </svg>
          uncertain
        </li>
      )}
      {figures?.hasLabel && (
        <li>
          {notation === 'boxes' ? 'In a box' : 'Beside a state'}: {figures.meaning.ofState}
        </li>
      )}
      {figures?.hasLabel && figures.meaning.ofTransition && (
        <li>On a transition: {figures.meaning.ofTransition}</li>
      )}
      {figures?.hasColour && figures.least !== figures.most && (
        <li>
          {figures.hasLabel ? '' : `${figures.name}: `}
          {figures.least}
          <span
            className={figures.isDifference ? 'graph-scale-both' : 'graph-scale-one'}
            aria-hidden="true"
          />
          {figures.most}
        </li>
      )}
      {figures?.hasDeadEnds && (
        <Item label="a fifth or more of the dialogues are abandoned here" className="system">
          <rect className="graph-shape" x="-11" y="-7" width="14" height="14" rx="4" />
          <path className="graph-dead-end" d="M8 -7V7" />
        </Item>
      )}
      {figures?.hasWidth && (
        <li>
          <svg className="graph-sample" width="28" viewBox="-14 -12 28 24" aria-hidden="true">
            <path className="graph-width" d="M-14 0H14" strokeWidth={edgeWidth(1, 1)} />
          </svg>
          {figures.most}
        </li>
      )}
      {(figures?.hasWidth ? [] : legendSupports(fullWidthSupport)).map((support) => (
        <li key={support}>
          <svg className="graph-sample" width="28" viewBox="-14 -12 28 24" aria-hidden="true">
            <path className="graph-width" d="M-14 0H14" strokeWidth={edgeWidth(support, fullWidthSupport)} />
          </svg>
          {formatCount(support)} {support === 1 ? 'dialogue' : 'dialogues'}
        </li>
      ))}
    </ul>
  );
}

const CHANGES: readonly { readonly change: StateChange; readonly label: string }[] = [
  { change: 'new', label: 'new' },
  { change: 'changed', label: 'changed' },
  { change: 'gone', label: 'removed' },
];

interface ItemProps {
  readonly label: string;
  readonly className: string;
  readonly widthPx?: number;
  readonly children: ReactNode;
}

function Item({ label, className, widthPx = 24, children }: ItemProps) {
  return (
    <li>
      <svg className="graph-sample" width={widthPx} viewBox={`-12 -12 ${widthPx} 24`} aria-hidden="true">
        <g className={`graph-node ${className}`}>{children}</g>
      </svg>
      {label}
    </li>
  );
}
