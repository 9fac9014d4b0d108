import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { Choice } from '../../parts/choice.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Empty } from '../../parts/notices.tsx';
import { PagedTable, usePaged } from '../../parts/paged-table.tsx';
import { State } from '../../parts/status.tsx';
import { useMayActAs } from '../../session/session.ts';
import { Rupees, weight } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { moneyWords } from './money-words.ts';

const STATES = ['raised', 'accepted', 'disputed', 'settled'] as const;
export type WeightState = (typeof STATES)[number];
const MOODS = { raised: 'needs', accepted: 'done', disputed: 'way', settled: 'neutral' } as const;

/** Weight differences: courier charges above the declared weight, and the decisions about them. */
export function Weights() {
  const words = useWords(moneyWords);
  const mayDecide = useMayActAs('manager');
  const { state } = useSearch({ from: '/frame/money' });
  const navigate = useNavigate({ from: '/money' });
  const [question, ask] = useState<{ id: string; awb: string; verb: 'accept' | 'dispute' } | null>(null);
  const list = usePaged(['weight differences', state], (page, signal) =>
    answerOf(
      api.GET('/custom/api/v1/weight-differences', {
        params: { query: { ...page, ...(state && { state }) } },
        signal,
      }),
    ),
  );
  return (
    <div className="stack">
      <div style={{ maxWidth: 200 }}>
        <Choice
          label={words.progress}
          value={state ?? ''}
          options={[['', words.all], ...STATES.map((one) => [one, words.state[one] ?? one] as const)]}
          onChoose={(chosen) =>
            void navigate({ search: { part: 'weights', ...(chosen && { state: chosen }) } })
          }
        />
      </div>
      <PagedTable
        list={list}
        label={words.part.weights}
        empty={
          <Empty title={words.noWeights}>
            <p>{words.noWeightsHow}</p>
          </Empty>
        }
        columns={[
          {
            id: 'shipment',
            header: words.shipment,
            width: 180,
            cell: (one) => (
              <>
                <Link to="/shipments" search={{ q: one.order_id, open: one.shipment_id }} className="mono">
                  {one.tracking_number}
                </Link>
                <p className="quiet small">{one.carrier_name}</p>
              </>
            ),
          },
          {
            id: 'declared',
            header: words.declared,
            width: 90,
            number: true,
            cell: (one) => <span className="mono">{weight(one.our_weight)}</span>,
          },
          {
            id: 'charged',
            header: words.charged,
            width: 90,
            number: true,
            cell: (one) => <span className="mono">{weight(one.charged_weight)}</span>,
          },
          {
            id: 'ours',
            header: words.ours,
            width: 90,
            number: true,
            cell: (one) => <Rupees value={one.our_amount} />,
          },
          {
            id: 'amount',
            header: words.charged,
            width: 90,
            number: true,
            cell: (one) => <Rupees value={one.charged_amount} />,
          },
          {
            id: 'difference',
            header: words.difference,
            width: 100,
            number: true,
            cell: (one) => <Rupees value={one.difference_amount} />,
          },
          {
            id: 'state',
            header: words.progress,
            width: 220,
            cell: (one) => (
              <span className="line">
                <State mood={MOODS[one.state]}>{words.state[one.state]}</State>
                {mayDecide && one.state === 'raised' && (
                  <>
                    <button
                      type="button"
                      className="button small"
                      onClick={() => ask({ id: one.id, awb: one.tracking_number, verb: 'accept' })}
                    >
                      {words.accept}
                    </button>
                    <button
                      type="button"
                      className="button small"
                      onClick={() => ask({ id: one.id, awb: one.tracking_number, verb: 'dispute' })}
                    >
                      {words.dispute}
                    </button>
                  </>
                )}
              </span>
            ),
          },
        ]}
      />
      {question && (
        <Confirm
          title={
            question.verb === 'accept' ? words.acceptTitle(question.awb) : words.disputeTitle(question.awb)
          }
          will={question.verb === 'accept' ? words.acceptWill : words.disputeWill}
          action={words[question.verb]}
          done={words.state[question.verb === 'accept' ? 'accepted' : 'disputed'] ?? ''}
          run={() => {
            const options = { params: { path: { id: question.id } }, body: {} };
            return question.verb === 'accept'
              ? api.POST('/custom/api/v1/weight-differences/{id}/accept', options)
              : api.POST('/custom/api/v1/weight-differences/{id}/dispute', options);
          }}
          onClose={() => ask(null)}
        />
      )}
    </div>
  );
}
