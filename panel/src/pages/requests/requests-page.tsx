import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { components } from '#api';
import { answerOf, api } from '../../api/client.ts';
import { overviewQuery } from '../../api/lists.ts';
import { here } from '../../parts/here.ts';
import { Empty, Sentence } from '../../parts/notices.tsx';
import { PagedTable, usePaged } from '../../parts/paged-table.tsx';
import { Decide, type Verdict } from '../../parts/shipments/decide.tsx';
import { requestsWords } from '../../parts/shipments/requests-words.ts';
import { useBrandName } from '../../parts/shops.ts';
import { type Mood, State } from '../../parts/status.tsx';
import { useMayActAs } from '../../session/session.ts';
import { Day, grouped, Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { REQUEST_STATES } from './request-states.ts';

type CustomerRequest = components['schemas']['CustomerRequest'];

const MOODS: Record<CustomerRequest['state'], Mood> = {
  waiting: 'needs',
  done: 'done',
  rejected: 'neutral',
  refused: 'bad',
  outdated: 'neutral',
};

export function RequestsPage() {
  const words = useWords(requestsWords);
  const sayStore = useBrandName();
  const { state = 'waiting' } = useSearch({ from: '/frame/requests' });
  const navigate = useNavigate({ from: '/requests' });
  const mayDecide = useMayActAs('manager');
  const [verdict, decide] = useState<Verdict | null>(null);
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const waiting = useQuery(overviewQuery).data?.requests;
  const list = usePaged(['requests', state], (page, signal) =>
    answerOf(api.GET('/custom/api/v1/requests', { params: { query: { ...page, state } }, signal })),
  );
  const open = list.rows.all().filter((one) => mayDecide && isOpen(one));
  const selected = open.filter(({ id }) => chosen.has(id));
  const ask = (requests: readonly CustomerRequest[], action: Verdict['action']) =>
    decide({ requests: requests.map(({ id, kind, order_id }) => ({ id, kind, order: order_id })), action });
  return (
    <main className="page" id="page">
      <div className="stack">
        <header className="page-head">
          <h1>{words.title}</h1>
          {selected.length > 0 && (
            <span className="line">
              <span className="strong" aria-live="polite">
                {words.selected(selected.length)}
              </span>
              {(['approve', 'reject'] as const).map((action) => (
                <button
                  key={action}
                  type="button"
                  className={action === 'approve' ? 'button first' : 'button'}
                  onClick={() => ask(selected, action)}
                >
                  {words[action]}
                </button>
              ))}
              <button type="button" className="button bare" onClick={() => choose(new Set())}>
                {words.clear}
              </button>
            </span>
          )}
        </header>
        <nav className="tabs" aria-label={words.states}>
          {REQUEST_STATES.map((one) => (
            <button
              key={one}
              type="button"
              aria-current={one === state ? 'page' : undefined}
              onClick={() => void navigate({ search: one === 'waiting' ? {} : { state: one } })}
            >
              {words.state[one]}
              {one === 'waiting' && waiting !== undefined && (
                <span className="count">{grouped(waiting)}</span>
              )}
            </button>
          ))}
        </nav>
        <PagedTable
          list={list}
          label={words.title}
          empty={
            <Empty title={words.none}>
              <p>{words.noneHow}</p>
            </Empty>
          }
          selection={
            open.length > 0
              ? {
                  has: ({ id }) => selected.some((one) => one.id === id),
                  toggle: ({ id }) =>
                    choose(
                      (before) =>
                        new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]),
                    ),
                  all: selected.length === open.length,
                  toggleAll: () =>
                    choose(new Set(selected.length === open.length ? [] : open.map(({ id }) => id))),
                  labelAll: words.selectAll,
                  labelOf: ({ order_id }) => words.select(order_id),
                  may: isOpen,
                }
              : undefined
          }
          columns={[
            {
              id: 'order',
              header: words.order,
              width: 190,
              card: 'title' as const,
              cell: (one) => (
                <div>
                  <span className="strong">
                    {one.customer_name ?? <span className="quiet">{words.erased}</span>}
                  </span>
                  <p className="small">
                    <Link to="/shipments" search={{ q: one.order_id, open: one.shipment_id }}>
                      {one.order_id}
                    </Link>{' '}
                    <span className="quiet">{one.store_name && sayStore(one.store_name)}</span>
                  </p>
                </div>
              ),
            },
            {
              id: 'kind',
              header: words.asks,
              width: 150,
              card: 'state' as const,
              cell: (one) => (
                <div>
                  <span className="strong">{words.kind[one.kind]}</span>
                  <p className="small quiet">
                    <Moment at={one.created_at} />
                  </p>
                </div>
              ),
            },
            {
              id: 'details',
              header: words.details,
              width: 280,
              card: 'plain' as const,
              cell: (one) => <Details request={one} />,
            },
            ...(mayDecide && state === 'waiting'
              ? [
                  {
                    id: 'will',
                    header: words.ifApproved,
                    width: 240,
                    cell: (one: CustomerRequest) => (
                      <span className="small">
                        {isOpen(one) ? words.approveWill[one.kind] : words.atOnce}
                      </span>
                    ),
                  },
                  {
                    id: 'decide',
                    header: '',
                    width: 190,
                    cell: (one: CustomerRequest) =>
                      isOpen(one) && (
                        <span className="line halves">
                          {(['approve', 'reject'] as const).map((action) => (
                            <button
                              key={action}
                              type="button"
                              className="button small"
                              onClick={() => ask([one], action)}
                            >
                              {words[action]}
                            </button>
                          ))}
                        </span>
                      ),
                  },
                ]
              : [
                  {
                    id: 'state',
                    header: words.states,
                    width: 190,
                    card: 'plain' as const,
                    cell: (one: CustomerRequest) => (
                      <div>
                        <State mood={MOODS[one.state]}>{words.state[one.state]}</State>
                        {one.decided_by && <p className="small quiet">{one.decided_by}</p>}
                      </div>
                    ),
                  },
                ]),
          ]}
        />
      </div>
      {verdict && (
        <Decide
          {...verdict}
          onClose={() => {
            decide(null);
            choose(new Set());
          }}
        />
      )}
    </main>
  );
}

/** Whether somebody has to decide it. */
function isOpen({ state, at_once }: CustomerRequest): boolean {
  return state === 'waiting' && !at_once;
}

function Details({ request }: { request: CustomerRequest }) {
  const words = useWords(requestsWords);
  const maySeePhotos = useMayActAs('viewer', 'refused');
  const { delivery_date, landmark, phone, note, return_reason, items, photos, answer_details } = request;
  return (
    <div className="stack tight">
      {delivery_date && (
        <p>
          <Day on={delivery_date} />
        </p>
      )}
      {return_reason && <p>{words.reason[return_reason]}</p>}
      {items.length > 0 && <p>{items.map(({ name, units }) => `${units} × ${name}`).join(' · ')}</p>}
      {phone && <p>{words.newPhone(phone)}</p>}
      {landmark && <p>{words.landmark(landmark)}</p>}
      {note && <p>“{note}”</p>}
      {maySeePhotos && photos.length > 0 && (
        <p className="line">
          {photos.map((photo, at) => (
            <a key={photo} href={here(photo)} target="_blank" rel="noreferrer">
              <img className="thumbnail" src={here(photo)} alt={words.photo(at + 1)} loading="lazy" />
            </a>
          ))}
        </p>
      )}
      {answer_details && (
        <p className="quiet small">
          <Sentence of={answer_details} />
        </p>
      )}
    </div>
  );
}
