import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { components } from '#api';
import { answerOf, api } from '../../api/client.ts';
import { here } from '../../parts/here.ts';
import { Empty } from '../../parts/notices.tsx';
import { PagedTable, usePaged } from '../../parts/paged-table.tsx';
import { type Mood, State } from '../../parts/status.tsx';
import { useMayActAs } from '../../session/session.ts';
import { Day, Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { Decide, type Verdict } from './decide.tsx';
import { REQUEST_STATES } from './request-states.ts';
import { requestsWords } from './requests-words.ts';

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
  const { state = 'waiting' } = useSearch({ from: '/frame/requests' });
  const navigate = useNavigate({ from: '/requests' });
  const mayDecide = useMayActAs('manager');
  const [verdict, decide] = useState<Verdict | null>(null);
  const list = usePaged(['requests', state], (page, signal) =>
    answerOf(api.GET('/custom/api/v1/requests', { params: { query: { ...page, state } }, signal })),
  );
  return (
    <main className="page" id="page">
      <div className="stack">
        <header className="page-head">
          <h1>{words.title}</h1>
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
          columns={[
            {
              id: 'order',
              header: words.order,
              width: 140,
              cell: (one) => (
                <Link to="/shipments" search={{ q: one.order_id }} className="strong">
                  {one.order_id}
                </Link>
              ),
            },
            { id: 'kind', header: words.asks, width: 150, cell: (one) => words.kind[one.kind] },
            { id: 'details', header: words.details, width: 320, cell: (one) => <Details request={one} /> },
            { id: 'when', header: words.when, width: 140, cell: (one) => <Moment at={one.created_at} /> },
            {
              id: 'state',
              header: '',
              width: 190,
              cell: (one) =>
                one.state === 'waiting' && !one.at_once && mayDecide ? (
                  <span className="line">
                    {(['approve', 'reject'] as const).map((action) => (
                      <button
                        key={action}
                        type="button"
                        className={action === 'approve' ? 'button small first' : 'button small'}
                        onClick={() => decide({ request: one, order: one.order_id, action })}
                      >
                        {words[action]}
                      </button>
                    ))}
                  </span>
                ) : (
                  <State mood={MOODS[one.state]}>{words.state[one.state]}</State>
                ),
            },
          ]}
        />
      </div>
      {verdict && <Decide {...verdict} onClose={() => decide(null)} />}
    </main>
  );
}

function Details({ request }: { request: CustomerRequest }) {
  const words = useWords(requestsWords);
  const maySeePhotos = useMayActAs('viewer', 'refused');
  const { delivery_date, landmark, phone, note, return_reason, items, photos, answer } = request;
  return (
    <div className="small">
      {delivery_date && <Day on={delivery_date} />}
      {return_reason && <p>{words.reason[return_reason]}</p>}
      {items.length > 0 && <p>{items.map(({ name, units }) => `${units} × ${name}`).join(', ')}</p>}
      <p>{[landmark, phone, note].filter(Boolean).join(' · ')}</p>
      {maySeePhotos &&
        photos.map((photo, at) => (
          <a key={photo} href={here(photo)} target="_blank" rel="noreferrer">
            {words.photo(at + 1)}{' '}
          </a>
        ))}
      {answer && <p className="quiet">{answer}</p>}
    </div>
  );
}
