import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { commonWords } from '../words/common.ts';
import { useWords } from '../words/language.ts';
import { DialogElement } from './floating.tsx';

/** A modal dialog of the browser, which keeps the focus. */
export function Dialog(props: {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** The buttons, in reverse order. */
  foot?: ReactNode;
  wide?: boolean;
}) {
  const words = useWords(commonWords);
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  const title = useId();
  useEffect(() => {
    if (dialog !== null && !dialog.open) dialog.showModal();
  }, [dialog]);
  return (
    <dialog
      ref={setDialog}
      className={props.wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={title}
      onClose={props.onClose}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <header className="dialog-head">
        <h2 id={title}>{props.title}</h2>
        <button
          type="button"
          className="button bare icon small"
          aria-label={words.close}
          onClick={() => dialog?.close()}
        >
          <X aria-hidden="true" />
        </button>
      </header>
      <DialogElement value={dialog}>
        <div className="dialog-body stack">{props.children}</div>
        {props.foot && <footer className="dialog-foot">{props.foot}</footer>}
      </DialogElement>
    </dialog>
  );
}
