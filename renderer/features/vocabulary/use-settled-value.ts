import { useEffect, useState } from 'react';

/** A value that has stayed the same for a while, compared by what it holds; the last such one while it changes. */
export function useSettledValue<Value>(value: Value, quietMs: number): Value {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the value
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quietMs);
    return () => clearTimeout(timer);
  }, [text, quietMs]);
  return JSON.stringify(settled) === text ? value : settled;
}
