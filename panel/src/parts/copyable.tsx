import { commonWords } from '../words/common.ts';
import { useWords } from '../words/language.ts';
import { toast } from './toasts.tsx';

/** An id or a number that a click copies. */
export function Copyable({ text, shown = text }: { text: string; shown?: string }) {
  const words = useWords(commonWords);
  return (
    <button
      type="button"
      className="copyable mono"
      title={words.copy}
      onClick={(event) => {
        event.stopPropagation();
        void navigator.clipboard?.writeText(text).then(() => toast(words.copied(shown)));
      }}
    >
      {shown}
    </button>
  );
}
