import { useState } from 'react';
import { type Answer, answerOf, api } from '../../api/client.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Empty } from '../../parts/notices.tsx';
import { State } from '../../parts/status.tsx';
import { useMayActAs } from '../../session/session.ts';
import { commonWords } from '../../words/common.ts';
import { Moment, Rupees, rupees, weight } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { useMoneyView } from './money-filters.tsx';
import { MoneyList, ShipmentLink, useMoneyRows } from './money-list.tsx';
import { moneyListWords } from './money-list-words.ts';
import { tabOf } from './money-view.ts';
import { ToImports } from './remittances.tsx';

type Difference = Answer<'/custom/api/v1/weight-differences', 'get'>['data'][number];
const VERBS = ['accept', 'dispute'] as const;
type Verb = (typeof VERBS)[number];
const MOODS = { raised: 'needs', accepted: 'done', disputed: 'way', settled: 'neutral' } as const;

/** Weight differences: courier charges above the booked weight, and the decisions about them. */
export function Weights() {
  const words = useWords(moneyListWords);
  const common = useWords(commonWords);
  const mayDecide = useMayActAs('manager');
  const mayImport = useMayActAs('manager', 'refused');
  const [view] = useMoneyView();
  const [chosen, choose] = useState<readonly Difference[]>([]);
  const [question, ask] = useState<{ of: readonly Difference[]; verb: Verb } | null>(null);
  const { list, count } = useMoneyRows('weights', (filter, page, signal) =>
    answerOf(
      api.GET('/custom/api/v1/weight-differences', { params: { query: { ...filter, ...page } }, signal }),
    ),
  );
  const sum = list.meta?.sum;
  const isToDecide = tabOf('weights', view) === 'raised';
  const open = list.rows.all().filter(mayBeDecided);
  const selected = chosen.filter(({ id }) => open.some((one) => one.id === id));
  const verbs = (of: readonly Difference[]) =>
    VERBS.map((verb) => (
      <button key={verb} type="button" className="button small" onClick={() => ask({ of, verb })}>
        {words[verb]}
      </button>
    ));
  return (
    <>
      <MoneyList
        part="weights"
        list={list}
        count={count}
        lead={0}
        major={isToDecide ? 1 : 2}
        sums={[
          [words.billedMore, sum?.difference_amount, isToDecide ? 'needs' : undefined],
          ...(isToDecide ? [] : [[words.agreed, sum?.agreed_amount] as const]),
          [words.declared, sum?.our_amount],
          [words.billed, sum?.charged_amount],
        ]}
        selection={
          mayDecide && open.length > 0
            ? {
                has: ({ id }) => selected.some((one) => one.id === id),
                toggle: (row) =>
                  choose(selected.includes(row) ? selected.filter((one) => one !== row) : [...selected, row]),
                all: selected.length === open.length,
                toggleAll: () => choose(selected.length === open.length ? [] : open),
                labelAll: words.chooseAll,
                labelOf: (row) => words.choose(row.tracking_number),
                may: mayBeDecided,
              }
            : undefined
        }
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
          ...(isToDecide
            ? []
            : [
                {
                  id: 'state',
                  header: words.status,
                  width: 140,
                  card: 'state' as const,
                  cell: (one: Difference) => <State mood={MOODS[one.state]}>{words.state[one.state]}</State>,
                },
              ]),
          {
            id: 'carrier',
            header: words.carrier,
            width: 180,
            card: 'plain',
            cell: (one) => (
              <div>
                <span>{one.carrier_name}</span>
                <p className="quiet small mono">{one.invoice_number}</p>
              </div>
            ),
          },
          {
            id: 'raised',
            header: words.date,
            width: 140,
            card: 'none',
            cell: (one) => <Moment at={one.raised_at} />,
          },
          {
            id: 'weight',
            header: words.weight,
            width: 220,
            card: 'plain',
            cell: ({ our_weight: ours, charged_weight: charged }) => (
              <>
                {words.bookedAs(weight(ours), weight(charged))}
                <p className="quiet small">+{weight(charged - ours)}</p>
              </>
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
            header: words.billedMore,
            width: 100,
            card: 'main',
            number: true,
            cell: (one) => <Rupees value={one.difference_amount} />,
          },
          ...(mayDecide
            ? [
                {
                  id: 'actions',
                  header: '',
                  width: 140,
                  number: true,
                  cell: (one: Difference) =>
                    mayBeDecided(one) && <span className="line halves">{verbs([one])}</span>,
                },
              ]
            : []),
        ]}
        empty={
          <Empty title={words.noWeights}>
            <p>{words.noWeightsHow}</p>
            {mayImport && <ToImports />}
          </Empty>
        }
      />
      {selected.length > 0 && (
        <div className="foot-bar">
          <span className="strong" aria-live="polite">
            {words.selected(selected.length, rupees(totalOf(selected), 2))}
          </span>
          <button type="button" className="button bare small" onClick={() => choose([])}>
            {common.clear}
          </button>
          <span className="push" />
          {verbs(selected)}
        </div>
      )}
      {question && (
        <Confirm
          title={words.titles[question.verb](question.of.length, question.of[0]?.tracking_number ?? '')}
          will={words.wills[question.verb](rupees(totalOf(question.of), 2))}
          action={words[question.verb]}
          done={words.decided[question.verb](question.of.length)}
          isUsual
          run={async () => {
            // One after the other: if one is refused, those before it are decided and leave the selection.
            for (const { id } of question.of) await decide(id, question.verb);
          }}
          onDone={() => choose([])}
          onClose={() => ask(null)}
        />
      )}
    </>
  );
}

function mayBeDecided({ state }: Difference): boolean {
  return state === 'raised';
}

function totalOf(differences: readonly Difference[]): number {
  return differences.reduce((all, one) => all + Math.round(one.difference_amount * 100), 0) / 100;
}

function decide(id: string, verb: Verb) {
  const options = { params: { path: { id } }, body: {} };
  return verb === 'accept'
    ? api.POST('/custom/api/v1/weight-differences/{id}/accept', options)
    : api.POST('/custom/api/v1/weight-differences/{id}/dispute', options);
}
