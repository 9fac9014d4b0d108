import { useSyncExternalStore } from 'react';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly undo?: { readonly label: string; readonly run: () => void };
}

const SHOWN_MS = 6000;
let toasts: readonly Toast[] = [];
let next = 1;
const listeners = new Set<() => void>();

function show(changed: readonly Toast[]): void {
  toasts = changed;
  for (const listener of listeners) listener();
}

function dismiss(id: number): void {
  show(toasts.filter((toast) => toast.id !== id));
}

/** Shows a message for some seconds. */
export function toast(text: string, undo?: Toast['undo']): void {
  const id = next++;
  show([...toasts.slice(-2), undo === undefined ? { id, text } : { id, text, undo }]);
  setTimeout(() => dismiss(id), SHOWN_MS);
}

/** The place of messages; screen readers announce them. */
export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, undo }) => (
        <div className="toast" key={id}>
          <span>{text}</span>
          {undo && (
            <button
              type="button"
              onClick={() => {
                dismiss(id);
                undo.run();
              }}
            >
              {undo.label}
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
