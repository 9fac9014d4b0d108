import { useEffect, useState } from 'react';

const PAUSE_MS = 200;

/** The value after it has not changed for a moment, so that not every keystroke sends a request. */
export function useDebounced<Value>(value: Value, pauseMs = PAUSE_MS): Value {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
