import { type RefObject, useLayoutEffect, useRef } from 'react';

/** What a component was given last, for what is called after it was drawn and is to stay the same function. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
