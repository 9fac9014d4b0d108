import { type RefObject, useEffect, useState } from 'react';
import { useDebounced } from './debounced.ts';

/** Search field. It searches when typing pauses, and shows a search that was started elsewhere. */
export function SearchInput({
  label,
  searched,
  onAsk,
  input,
}: {
  label: string;
  searched: string;
  onAsk: (text: string) => void;
  input: RefObject<HTMLInputElement | null>;
}) {
  const [text, setText] = useState(searched);
  const settled = useDebounced(text);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typed text starts a search
  useEffect(() => {
    if (settled === text && settled.trim() !== searched) onAsk(settled.trim());
  }, [settled]);
  useEffect(() => setText((typed) => (typed.trim() === searched ? typed : searched)), [searched]);
  return (
    <input
      ref={input}
      className="input search"
      type="search"
      aria-label={label}
      placeholder={label}
      aria-keyshortcuts="/"
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
