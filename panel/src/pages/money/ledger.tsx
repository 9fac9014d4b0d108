import { Link } from '@tanstack/react-router';
import { type Answer, answerOf, api } from '../../api/client.ts';
import type { Column } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/notices.tsx';
import { usePaged } from '../../parts/paged-table.tsx';
import { Day, indianDay, Moment, Rupees } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { MoneyList, ShipmentLink, useMoneyView } from './money-filters.tsx';
import { moneyListWords } from './money-list-words.ts';
import { queryOf } from './money-view.ts';

type Entry = Answer<'/custom/api/v1/ledger', 'get'>['data'][number];

/** What couriers charge and credit, entry by entry. */
export function Ledger() {
  const words = useWords(moneyListWords);
  const [view] = useMoneyView();
  const filter = queryOf('ledger', view);
  const list = usePaged(['ledger', filter], (page, signal) =>
    answerOf(api.GET('/custom/api/v1/ledger', { params: { query: { ...filter, ...page } }, signal })),
  );
  const sum = list.meta?.sum;
  const columns: readonly Column<Entry>[] = [
    {
      id: 'at',
      header: words.date,
      width: 150,
      card: 'plain',
      cell: (one: Entry) => (
        <div>
          <Moment at={one.recorded_at} />
          {indianDay(new Date(one.happened_at)) !== indianDay(new Date(one.recorded_at)) && (
            <p className="quiet small">
              <ForDay at={one.happened_at} />
            </p>
          )}
        </div>
      ),
    },
    {
      id: 'what',
      header: words.charge,
      width: 150,
      card: 'plain',
      cell: (one: Entry) => (
        <>
          {words.event[one.event_type]}
          {one.transaction_type === 'credit' && <span className="done"> · {words.credit}</span>}
        </>
      ),
    },
    {
      id: 'shipment',
      header: words.shipment,
      width: 170,
      card: 'title',
      cell: (one: Entry) => (
        <ShipmentLink
          id={one.shipment_id}
          order={one.order_id}
          tracking={one.tracking_number}
          isReturn={one.shipment_type === 'return'}
        />
      ),
    },
    {
      id: 'carrier',
      header: words.carrier,
      width: 180,
      card: 'plain',
      cell: (one: Entry) => one.carrier_name ?? <span className="none">–</span>,
    },
    ...(
      [
        ['amount_without_gst', words.amount],
        ['gst', words.gst],
        ['amount_with_gst', words.withGst],
      ] as const
    ).map(([name, header]) => ({
      id: name,
      header,
      width: 110,
      number: true,
      ...(name === 'amount_with_gst' && { card: 'main' as const }),
      cell: (one: Entry) => (
        <span className={one.transaction_type === 'credit' ? 'done' : undefined}>
          <Rupees value={one.transaction_type === 'credit' ? -one[name] : one[name]} />
        </span>
      ),
    })),
  ];
  return (
    <MoneyList
      part="ledger"
      list={list}
      lead={2}
      major={3}
      sums={[
        [words.charged, sum?.debits],
        [words.credited, sum?.credits, 'done'],
        [words.net, sum?.amount_with_gst],
        [words.ofThatGst, sum?.gst],
      ]}
      columns={columns}
      empty={
        <Empty title={words.noCharges}>
          <p>{words.noChargesHow}</p>
          <Link to="/orders/new" search={{}} className="button">
            {words.toOrders}
          </Link>
        </Empty>
      }
    />
  );
}

function ForDay({ at }: { at: string }) {
  const words = useWords(moneyListWords);
  const [before, after] = words.of('\n').split('\n');
  return (
    <>
      {before}
      <Day on={indianDay(new Date(at))} />
      {after}
    </>
  );
}
