import { useWords } from '../../words/language.ts';
import { ShipmentsList } from '../shipments/shipments-page.tsx';
import { ordersWords } from './orders-words.ts';
import { Ways } from './ways.tsx';

/** The default columns of orders. */
const USUAL = [
  'order',
  'orderDate',
  'status',
  'customer',
  'items',
  'amount',
  'store',
  'channel',
  'city',
  'tags',
] as const;

/** All orders, booked or not, with saved views. */
export function OrdersPage() {
  const words = useWords(ordersWords);
  return <ShipmentsList page="orders" title={words.title} usual={USUAL} above={<Ways here="list" />} />;
}
