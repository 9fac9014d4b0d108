import type { Shipment } from '../../api/shipments.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ReattemptForm } from '../../parts/shipments/reattempt-form.tsx';
import { commonWords } from '../../words/common.ts';
import { useWords } from '../../words/language.ts';
import { isAnswered, NdrAnswered } from './ndr-answered.tsx';
import { sheetWords } from './sheet-words.ts';

export function ReattemptDialog({
  shipment,
  awb,
  onClose,
}: {
  shipment: Shipment['attributes'];
  awb: string;
  onClose: () => void;
}) {
  const words = useWords(sheetWords);
  const common = useWords(commonWords);
  return (
    <Dialog title={words.reattemptTitle(shipment.order.display_id)} onClose={onClose}>
      <p>{words.reattemptWill(shipment.carrier.name ?? '')}</p>
      <NdrAnswered shipment={shipment} />
      <div style={{ paddingBottom: 12 }}>
        <ReattemptForm
          awb={awb}
          order={shipment.order.display_id}
          isReplacing={isAnswered(shipment)}
          onDone={onClose}
        >
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
