import { type RefObject, useEffect, useState } from 'react';
import { useDebounced } from './debounced.ts';

/** Search field. It searches when typing pauses, and shows a search that was started elsewhere. */
export function SearchInput({
  label,
  asked,
  onAsk,
  input,
}: {
  label: string;
  asked: string;
  onAsk: (text: string) => void;
  input: RefObject<HTMLInputElement | null>;
}) {
  const [text, setText] = useState(asked);
  const settled = useDebounced(text);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed is asked for
  useEffect(() => {
    if (settled === text && settled.trim() !== asked) onAsk(settled.trim());
  }, [settled]);
  useEffect(() => setText((typed) => (typed.trim() === asked ? typed : asked)), [asked]);
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
