import { Dialog } from '../../parts/dialog.tsx';
import { commonWords } from '../../words/common.ts';
import { useWords } from '../../words/language.ts';
import { ReattemptForm } from './reattempt-form.tsx';
import { sheetWords } from './sheet-words.ts';

/** The form of a reattempt over whatever is shown. */
export function ReattemptDialog({
  order,
  awb,
  carrier,
  onClose,
}: {
  order: string;
  awb: string;
  carrier: string;
  onClose: () => void;
}) {
  const words = useWords(sheetWords);
  const common = useWords(commonWords);
  return (
    <Dialog title={words.reattemptTitle(order)} onClose={onClose}>
      <p>{words.reattemptWill(carrier)}</p>
      <div style={{ paddingBottom: 12 }}>
        <ReattemptForm awb={awb} onDone={onClose}>
          {(isPending) => (
            <>
              <button type="button" className="button push" onClick={onClose}>
                {common.cancel}
              </button>
              <button type="submit" className="button first" disabled={isPending}>
                {words.ask}
              </button>
            </>
          )}
        </ReattemptForm>
      </div>
    </Dialog>
  );
}
