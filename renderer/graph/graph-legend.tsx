import { formatCount } from '#shared/algorithms/layout/label-text.ts';
import { edgeWidth, legendSupports } from '#shared/algorithms/layout/scene.ts';

/** What shapes, rings and widths mean. */
export function GraphLegend({ fullWidthSupport }: { readonly fullWidthSupport: number }) {
  return (
    <ul className="graph-legend" aria-label="Legend">
      <li>
        <svg className="graph-sample" viewBox="-16 -12 32 24" aria-hidden="true">
          <g className="graph-node start">
            <circle className="graph-shape" r="9" />
            <path className="graph-start" d="M-2.7 -4.5L5 0L-2.7 4.5Z" />
          </g>
        </svg>
        start
      </li>
      <li>
        <svg className="graph-sample" viewBox="-16 -12 32 24" aria-hidden="true">
          <g className="graph-node user">
            <circle className="graph-shape" r="8" />
          </g>
        </svg>
        after the user
      </li>
      <li>
        <svg className="graph-sample" viewBox="-16 -12 32 24" aria-hidden="true">
          <g className="graph-node system">
            <rect className="graph-shape" x="-8" y="-8" width="16" height="16" rx="4" />
          </g>
        </svg>
        after the system
      </li>
      <li>
        <svg className="graph-sample" viewBox="-16 -12 32 24" aria-hidden="true">
          <g className="graph-node system">
            <rect className="graph-ring" x="-10" y="-10" width="20" height="20" rx="6" />
            <rect className="graph-shape" x="-7.5" y="-7.5" width="15" height="15" rx="4" />
          </g>
        </svg>
        dialogues end here
      </li>
      <li>
        <svg className="graph-sample" viewBox="-16 -12 32 24" aria-hidden="true">
          <g className="graph-node user">
            <circle className="graph-stack" cx="1" cy="-2" r="8" />
            <circle className="graph-shape" cx="-2" cy="1" r="8" />
            <text className="graph-united" x="9" y="-5">
              ×3
            </text>
          </g>
        </svg>
        3 states united
      </li>
      {legendSupports(fullWidthSupport).map((support) => (
        <li key={support}>
          <svg className="graph-sample" viewBox="-16 -12 32 24" aria-hidden="true">
            <path className="graph-width" d="M-14 0H14" strokeWidth={edgeWidth(support, fullWidthSupport)} />
          </svg>
          {formatCount(support)} {support === 1 ? 'dialogue' : 'dialogues'}
        </li>
      ))}
    </ul>
  );
}
