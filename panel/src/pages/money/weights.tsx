import { useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Empty } from '../../parts/notices.tsx';
import { usePaged } from '../../parts/paged-table.tsx';
import { State } from '../../parts/status.tsx';
import { useMayActAs } from '../../session/session.ts';
import { Moment, Rupees, weight } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { MoneyList, ShipmentLink, useMoneyView } from './money-filters.tsx';
import { moneyListWords } from './money-list-words.ts';
import { queryOf } from './money-view.ts';
import { ToImports } from './remittances.tsx';

const MOODS = { raised: 'needs', accepted: 'done', disputed: 'way', settled: 'neutral' } as const;

/** Weight differences: courier charges above the booked weight, and the decisions about them. */
export function Weights() {
  const words = useWords(moneyListWords);
  const mayDecide = useMayActAs('manager');
  const mayImport = useMayActAs('manager', 'refused');
  const [view] = useMoneyView();
  const [question, ask] = useState<{ id: string; awb: string; verb: 'accept' | 'dispute' } | null>(null);
  const filter = queryOf('weights', view);
  const list = usePaged(['weight differences', filter], (page, signal) =>
    answerOf(
      api.GET('/custom/api/v1/weight-differences', { params: { query: { ...filter, ...page } }, signal }),
    ),
  );
  const sum = list.meta?.sum;
  return (
    <>
      <MoneyList
        part="weights"
        list={list}
        lead={1}
        sums={[
          [words.declared, sum?.our_amount],
          [words.billed, sum?.charged_amount],
          [words.billedMore, sum?.difference_amount, 'needs'],
          [words.agreed, sum?.agreed_amount],
        ]}
        columns={[
          {
            id: 'raised',
            header: words.date,
            width: 140,
            card: 'plain',
            cell: (one) => <Moment at={one.raised_at} />,
          },
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
            id: 'carrier',
            header: words.carrier,
            width: 180,
            card: 'plain',
            cell: (one) => (
              <div>
                {one.carrier_name}
                <p className="quiet small mono">{one.invoice_number}</p>
              </div>
            ),
          },
          {
            id: 'weight',
            header: words.weight,
            width: 140,
            number: true,
            cell: (one) => (
              <div>
                <span className="mono">{weight(one.charged_weight)}</span>
                <p className="quiet small">{words.bookedAs(weight(one.our_weight))}</p>
              </div>
            ),
          },
          {
            id: 'ours',
            header: words.declared,
            width: 100,
            number: true,
            cell: (one) => <Rupees value={one.our_amount} />,
          },
          {
            id: 'amount',
            header: words.billed,
            width: 100,
            number: true,
            cell: (one) => <Rupees value={one.charged_amount} />,
          },
          {
            id: 'difference',
            header: words.difference,
            width: 100,
            card: 'main',
            number: true,
            cell: (one) => <Rupees value={one.difference_amount} />,
          },
          {
            id: 'state',
            header: words.status,
            width: 220,
            card: 'plain',
            cell: (one) => (
              <span className="line">
                <State mood={MOODS[one.state]}>{words.state[one.state]}</State>
                {mayDecide &&
                  one.state === 'raised' &&
                  (['accept', 'dispute'] as const).map((verb) => (
                    <button
                      key={verb}
                      type="button"
                      className="button small"
                      onClick={() => ask({ id: one.id, awb: one.tracking_number, verb })}
                    >
                      {words[verb]}
                    </button>
                  ))}
              </span>
            ),
          },
        ]}
        empty={
          <Empty title={words.noWeights}>
            <p>{words.noWeightsHow}</p>
            {mayImport && <ToImports />}
          </Empty>
        }
      />
      {question && (
        <Confirm
          title={
            question.verb === 'accept' ? words.acceptTitle(question.awb) : words.disputeTitle(question.awb)
          }
          will={question.verb === 'accept' ? words.acceptWill : words.disputeWill}
          action={words[question.verb]}
          done={words.state[question.verb === 'accept' ? 'accepted' : 'disputed']}
          run={() => {
            const options = { params: { path: { id: question.id } }, body: {} };
            return question.verb === 'accept'
              ? api.POST('/custom/api/v1/weight-differences/{id}/accept', options)
              : api.POST('/custom/api/v1/weight-differences/{id}/dispute', options);
          }}
          onClose={() => ask(null)}
        />
      )}
    </>
  );
}
