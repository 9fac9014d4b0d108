import { Link } from '@tanstack/react-router';
import { type Answer, answerOf, api } from '../../api/client.ts';
import { Empty } from '../../parts/notices.tsx';
import { State } from '../../parts/status.tsx';
import { usePreference } from '../../preferences.ts';
import { dayInWords, Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { useMoneyView } from './money-filters.tsx';
import { Amount, MoneyList, ShipmentLink, useMoneyRows } from './money-list.tsx';
import { moneyListWords } from './money-list-words.ts';
import { isOldestFirst } from './money-view.ts';

type Cod = Answer<'/custom/api/v1/cod', 'get'>['data'][number];

/** The cash of each shipment: collected, remitted, and when the rest is due. */
export function CodList() {
  const words = useWords(moneyListWords);
  const [view] = useMoneyView();
  const isOwed = isOldestFirst(view);
  const { list, count } = useMoneyRows(
    'cod',
    async (filter, page, signal) => {
      const { data, meta } = await answerOf(
        api.GET('/custom/api/v1/cod', { params: { query: { ...filter, ...page } }, signal }),
      );
      return { data: data.map((one) => ({ ...one, id: one.shipment_id })), meta };
    },
    { of: ({ delivered_at }) => delivered_at ?? '', order: isOwed ? 'asc' : 'desc' },
  );
  const sum = list.meta?.sum;
  return (
    <MoneyList
      part="cod"
      list={list}
      count={count}
      lead={0}
      sums={[
        [words.owed, sum?.owed_amount],
        [words.overdue, sum?.overdue_amount, 'needs'],
        [words.collected, sum?.cod_amount],
        [words.remitted, sum?.remitted_amount],
      ]}
      columns={[
        {
          id: 'shipment',
          header: words.shipment,
          width: 170,
          card: 'title',
          cell: (one) => (
            <ShipmentLink id={one.shipment_id} order={one.order_id} tracking={one.tracking_number} />
          ),
        },
        {
          id: 'payment',
          header: words.payment,
          width: 210,
          card: 'state',
          cell: (one) => <Payment of={one} />,
        },
        { id: 'carrier', header: words.carrier, width: 180, card: 'plain', cell: (one) => one.carrier.name },
        {
          id: 'delivered',
          header: words.delivered,
          width: 130,
          cell: (one) => <Moment at={one.delivered_at} />,
        },
        {
          id: 'collected',
          header: words.collected,
          width: 110,
          card: isOwed ? 'none' : 'main',
          number: true,
          cell: (one) => <Amount value={one.cod_amount} />,
        },
        {
          id: 'remitted',
          header: words.remitted,
          width: 110,
          number: true,
          cell: (one) => <Amount value={one.remitted_amount} />,
        },
        {
          id: 'owed',
          header: words.owed,
          width: 110,
          ...(isOwed && { card: 'main' as const }),
          number: true,
          cell: (one) => <Amount value={one.owed_amount} mood={one.is_overdue && 'needs'} />,
        },
      ]}
      empty={
        <Empty title={words.noCod}>
          <p>{words.noCodHow}</p>
          <Link to="/orders/new" search={{}} className="button">
            {words.toOrders}
          </Link>
        </Empty>
      }
    />
  );
}

/** Where the money is: due, overdue, or paid with which remittance. */
function Payment({ of: { owed_amount, due_date, is_overdue, remittance } }: { of: Cod }) {
  const words = useWords(moneyListWords);
  const language = usePreference('language');
  const day = (on: string) => dayInWords(new Date(`${on}T12:00:00+05:30`), new Date(), language);
  const due = due_date === null ? '' : day(due_date);
  return (
    <div>
      {owed_amount === 0 ? (
        <State mood="done">{words.settled}</State>
      ) : owed_amount < 0 ? (
        <State mood="bad">{words.paidTooMuch}</State>
      ) : is_overdue ? (
        <State mood="needs">{words.overdueSince(due)}</State>
      ) : (
        <State mood="way">{words.dueOn(due)}</State>
      )}
      {remittance && (
        <p className="small">
          <Link to="/money" search={{ part: 'remittances', open: remittance.id }} className="mono">
            {remittance.utr_no}
          </Link>
          <span className="quiet"> · {day(remittance.remittance_date)}</span>
        </p>
      )}
    </div>
  );
}
