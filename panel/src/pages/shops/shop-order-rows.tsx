import { Link } from '@tanstack/react-router';
import type { ShopOrder } from '../../api/shops.ts';
import type { Column } from '../../parts/list/data-table.tsx';
import { Sentence } from '../../parts/notices.tsx';
import { Rows } from '../../parts/paged-table.tsx';
import { type Mood, State } from '../../parts/status.tsx';
import { Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { shopsWords } from './shops-words.ts';

const MOODS: Readonly<Record<string, Mood>> = {
  open: 'way',
  needs_attention: 'needs',
  made: 'done',
};

/** What became of each order of a shop, with a link to ours. */
export function useShopOrderColumns(): readonly Column<ShopOrder>[] {
  const words = useWords(shopsWords);
  return [
    {
      id: 'number',
      header: words.order,
      width: 110,
      cell: ({ number }) => <span className="mono strong">{number}</span>,
    },
    { id: 'customer', header: words.customer, width: 170, cell: ({ customer_name }) => customer_name ?? '–' },
    {
      id: 'state',
      header: words.state,
      width: 260,
      cell: ({ state, reasons }) => (
        <>
          <State mood={MOODS[state] ?? 'neutral'}>{words.orderState[state] ?? state}</State>
          {state !== 'made' && reasons[0] && (
            <span className="more">
              <Sentence of={reasons[0].message_details} />
            </span>
          )}
        </>
      ),
    },
    {
      id: 'ours',
      header: words.ours,
      width: 120,
      cell: ({ order_display_id, shipment_id }) =>
        order_display_id === null || shipment_id === null ? (
          <span className="quiet">–</span>
        ) : (
          <Link to="/shipments" search={{ q: order_display_id, open: shipment_id }} className="mono">
            {order_display_id}
          </Link>
        ),
    },
    { id: 'came', header: words.came, width: 140, cell: ({ created_at }) => <Moment at={created_at} /> },
  ];
}

export function ShopOrderRows({ orders }: { orders: readonly ShopOrder[] }) {
  const words = useWords(shopsWords);
  return <Rows label={words.orders} rows={orders} idOf={({ id }) => id} columns={useShopOrderColumns()} />;
}
