import { useMutation } from '@tanstack/react-query';
import { isConflict, sentenceOf } from '../api/client.ts';
import { refreshAfterConflict } from '../api/queries.ts';
import { commonWords } from '../words/common.ts';
import { useWords } from '../words/language.ts';
import { Dialog } from './dialog.tsx';
import { Failure } from './notices.tsx';
import { toast } from './toasts.tsx';

/** Asks for confirmation, and then carries out the action. */
export function Confirm({
  title,
  will,
  action,
  done,
  isUsual = false,
  undo,
  run,
  onDone,
  onConflict,
  onClose,
}: {
  title: string;
  will: string;
  action: string;
  done: string;
  /** The action is an ordinary step, not a dangerous one. */
  isUsual?: boolean;
  /** Offered with the message after the change. */
  undo?: Parameters<typeof toast>[1];
  run: () => Promise<unknown>;
  onDone?: () => void;
  /** Called with the service's sentence if somebody else was faster. */
  onConflict?: (sentence: string) => void;
  onClose: () => void;
}) {
  const words = useWords(commonWords);
  const doing = useMutation({
    mutationFn: run,
    onError: (error) => {
      refreshAfterConflict(error);
      if (isConflict(error)) onConflict?.(sentenceOf(error));
    },
    onSuccess: () => {
      toast(done, undo);
      onClose();
      onDone?.();
    },
  });
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <>
          <button type="button" className="button" onClick={onClose}>
            {words.close}
          </button>
          <button
            type="button"
            className={isUsual ? 'button first' : 'button danger'}
            disabled={doing.isPending}
            onClick={() => doing.mutate()}
          >
            {action}
          </button>
        </>
      }
    >
      <p>{will}</p>
      <Failure error={doing.error} />
    </Dialog>
  );
}
