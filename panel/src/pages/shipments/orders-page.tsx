import { Link } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { frameWords } from '../../frame/frame-words.ts';
import { useNarrow } from '../../parts/narrow.ts';
import { useMayActAs } from '../../session/session.ts';
import { commonWords } from '../../words/common.ts';
import { useWords } from '../../words/language.ts';
import { ShipmentsList } from './shipments-page.tsx';

/** The default columns of orders. */
const USUAL = ['order', 'customer', 'items', 'amount', 'store', 'channel', 'status', 'created'] as const;

/** All orders, booked or not, with saved views. */
export function OrdersPage() {
  const { importCsv } = useWords(commonWords);
  const { orders } = useWords(frameWords);
  const isNarrow = useNarrow();
  const mayMake = useMayActAs('packer');
  return (
    <ShipmentsList
      page="orders"
      title={orders}
      usual={USUAL}
      beside={
        mayMake && (
          <Link
            to="/orders/new"
            search={{ way: 'file' }}
            className="button"
            aria-label={importCsv}
            title={importCsv}
          >
            <Upload aria-hidden="true" />
            {!isNarrow && importCsv}
          </Link>
        )
      }
    />
  );
}
