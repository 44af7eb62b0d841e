import { useEffect, useMemo, useState } from 'react';

/** A value of plain JSON once it has held the same for a while; the last such one while it changes. */
export function useSettledValue<Value>(value: Value, quietMs: number): Value {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), quietMs);
    return () => clearTimeout(timer);
  }, [text, quietMs]);
  return useMemo(() => JSON.parse(settled), [settled]);
}
