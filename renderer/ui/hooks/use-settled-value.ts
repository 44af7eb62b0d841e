import { useEffect, useMemo, useState } from 'react';

/** Returns a JSON value once it has not changed for `quietMs`; until then, the previous value. */
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
