import { Link } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { useNarrow } from '../../parts/narrow.ts';
import { useMayActAs } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { ShipmentsList } from '../shipments/shipments-page.tsx';
import { ordersWords } from './orders-words.ts';

/** The default columns of orders. */
const USUAL = ['order', 'customer', 'items', 'amount', 'store', 'channel', 'status', 'created'] as const;

/** All orders, booked or not, with saved views. */
export function OrdersPage() {
  const words = useWords(ordersWords);
  const isNarrow = useNarrow();
  const mayMake = useMayActAs('packer');
  return (
    <ShipmentsList
      page="orders"
      title={words.title}
      usual={USUAL}
      beside={
        mayMake && (
          <Link
            to="/orders/new"
            search={{ way: 'file' }}
            className="button"
            aria-label={words.file}
            title={words.file}
          >
            <Upload aria-hidden="true" />
            {!isNarrow && words.file}
          </Link>
        )
      }
    />
  );
}
