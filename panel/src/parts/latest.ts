import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Keeps the latest value in a ref, for callbacks that must stay the same function. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
