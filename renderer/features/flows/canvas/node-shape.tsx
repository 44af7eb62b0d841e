import type { FlowNode } from '#shared/domain/flow.ts';

const SHAPES: Readonly<Record<FlowNode['type'], string>> = {
  request: 'M8 2a6 6 0 100 12A6 6 0 008 2z',
  external_action: 'M5 2.5h6L14.5 8 11 13.5H5L1.5 8z',
  inform: 'M2.5 2.5h11v11h-11z',
  inform_and_confirm: 'M8 1.5L14.5 8 8 14.5 1.5 8z',
};

/** Draws a node's kind: rounded for requests, hexagon for actions, square to inform, diamond to inform and confirm. */
export function NodeShape({ type }: { readonly type: FlowNode['type'] }) {
  return (
    <svg className={`icon node-shape of-${type}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={SHAPES[type]} />
    </svg>
  );
}
