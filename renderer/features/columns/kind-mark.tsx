import type { MethodKind } from './method-kinds.ts';
import { KIND_NAMES, KIND_SHAPES } from './method-kinds.ts';

export function KindMark({ kind, named = true }: { readonly kind: MethodKind; readonly named?: boolean }) {
  return (
    <span className={`kind kind-${kind}`}>
      <svg viewBox="-7 -7 14 14" aria-hidden="true" focusable="false">
        <path d={KIND_SHAPES[kind]} />
      </svg>
      {named ? KIND_NAMES[kind] : <span className="visually-hidden">{KIND_NAMES[kind]}</span>}
    </span>
  );
}
