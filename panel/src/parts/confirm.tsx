import { useMutation } from '@tanstack/react-query';
import { commonWords } from '../words/common.ts';
import { useWords } from '../words/language.ts';
import { Dialog } from './dialog.tsx';
import { Failure } from './notices.tsx';
import { toast } from './toasts.tsx';

/** Says what will happen, and does it once that is meant. */
export function Confirm({
  title,
  will,
  action,
  done,
  run,
  onDone,
  onClose,
}: {
  title: string;
  will: string;
  action: string;
  done: string;
  run: () => Promise<unknown>;
  onDone?: () => void;
  onClose: () => void;
}) {
  const words = useWords(commonWords);
  const doing = useMutation({
    mutationFn: run,
    onSuccess: () => {
      toast(done);
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
            className="button danger"
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
