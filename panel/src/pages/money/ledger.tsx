import { Link } from '@tanstack/react-router';
import { type Answer, answerOf, api } from '../../api/client.ts';
import type { Column } from '../../parts/list/data-table.tsx';
import { Empty } from '../../parts/notices.tsx';
import { Day, indianDay, Moment, Rupees } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { useMoneyView } from './money-filters.tsx';
import { MoneyList, ShipmentLink, useMoneyRows } from './money-list.tsx';
import { moneyListWords } from './money-list-words.ts';
import { tabOf } from './money-view.ts';

type Entry = Answer<'/custom/api/v1/ledger', 'get'>['data'][number];

/** What couriers charge and credit, entry by entry. */
export function Ledger() {
  const words = useWords(moneyListWords);
  const [view] = useMoneyView();
  const { list } = useMoneyRows('ledger', (filter, page, signal) =>
    answerOf(api.GET('/custom/api/v1/ledger', { params: { query: { ...filter, ...page } }, signal })),
  );
  const sum = list.meta?.sum;
  const columns: readonly Column<Entry>[] = [
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
    ...(tabOf('ledger', view) === 'all'
      ? [
          {
            id: 'what',
            header: words.charge,
            width: 150,
            card: 'state' as const,
            cell: (one: Entry) => (
              <>
                {words.event[one.event_type]}
                {one.transaction_type === 'credit' && <span className="done"> · {words.credit}</span>}
              </>
            ),
          },
        ]
      : []),
    {
      id: 'carrier',
      header: words.carrier,
      width: 180,
      card: 'plain',
      cell: (one: Entry) => one.carrier_name ?? <span className="none">–</span>,
    },
    {
      id: 'at',
      header: words.recorded,
      width: 150,
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
      card: name === 'amount_with_gst' ? ('main' as const) : ('none' as const),
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
      lead={0}
      major={1}
      sums={[
        [words.net, sum?.amount_with_gst],
        [words.ofThatGst, sum?.gst],
        ...(sum?.credits
          ? ([
              [words.charged, sum.debits],
              [words.credited, sum.credits, 'done'],
            ] as const)
          : []),
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
