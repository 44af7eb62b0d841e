import { useEffect, useMemo, useState } from 'react';

/**
 * A value of plain JSON once it has held the same for a while: then `value` itself; a copy of the last such one while
 * it changes.
 */
export function useSettledValue<Value>(value: Value, quietMs: number): Value {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), quietMs);
    return () => clearTimeout(timer);
  }, [text, quietMs]);
  const last = useMemo<Value>(() => JSON.parse(settled), [settled]);
  return settled === text ? value : last;
}
