import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { components } from '#api';
import { answerOf, api, idempotencyKey } from '../../../api/client.ts';
import { CollectionPage, saved } from '../../../parts/collection.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Empty, Failure, Sentence } from '../../../parts/notices.tsx';
import { PagedTable, usePaged } from '../../../parts/paged-table.tsx';
import { State } from '../../../parts/status.tsx';
import { toast } from '../../../parts/toasts.tsx';
import { Moment } from '../../../words/format.tsx';
import { useWords } from '../../../words/language.ts';
import { OnlyTroubled } from '../only-troubled.tsx';
import { settingsWords } from '../settings-words.ts';
import { webhookWords } from './webhook-words.ts';

type Webhook = components['schemas']['Webhook'];
type WebhookEvent = components['schemas']['WebhookEvent'];
type Delivery = components['schemas']['Delivery'];
type Shown = Webhook & { readonly last: Delivery | null };
const MOODS = { waiting: 'neutral', retrying: 'way', delivered: 'done', failed: 'bad' } as const;
const ONE = '/custom/api/v1/webhooks/{id}';

async function withLastDelivery(one: Webhook): Promise<Shown> {
  const params = { path: { id: one.id }, query: { per_page: 1 } };
  const [last = null] = (await answerOf(api.GET(`${ONE}/deliveries`, { params }))).data;
  return { ...one, last };
}

export function Webhooks() {
  const settings = useWords(settingsWords);
  const words = useWords(webhookWords);
  const [shown, show] = useState<Webhook | null>(null);
  const { data, error } = useQuery({
    queryKey: ['webhooks'],
    // One after the other, so that nothing is asked about a webhook that has just been deleted.
    queryFn: async () =>
      Promise.all((await answerOf(api.GET('/custom/api/v1/webhooks'))).data.map(withLastDelivery)),
  });
  const { trouble } = useSearch({ strict: false });
  const list = data?.filter(
    (one) => trouble === undefined || one.failing_since !== null || one.switched_off !== null,
  );
  const path = ({ id }: Webhook) => ({ params: { path: { id } } });
  const switched = (one: Webhook, enabled: boolean) =>
    saved(api.PUT(ONE, { ...path(one), body: { enabled } }));
  const isOn = (one: Webhook) => one.enabled && one.switched_off === null;
  return (
    <>
      <CollectionPage
        list={{ data: list, error }}
        of={{
          label: settings.part.webhooks,
          about: (
            <>
              {words.about}{' '}
              <a href="/docs" target="_blank" rel="noreferrer">
                {settings.docs}
              </a>
            </>
          ),
          empty: words.none,
          nameOf: ({ url, description }) => description ?? hostOf(url),
          columns: [
            {
              id: 'url',
              header: words.address,
              width: 280,
              cell: (one) => (
                <>
                  <button type="button" className="row-link strong" onClick={() => show(one)}>
                    {hostOf(one.url)}
                  </button>
                  <p className="quiet small">
                    {[one.description, pathOf(one.url)].filter(Boolean).join(' · ')}
                  </p>
                </>
              ),
            },
            {
              id: 'events',
              header: words.events,
              width: 260,
              cell: (one) => one.events.map((event) => settings.event[event].name).join(', '),
            },
            {
              id: 'state',
              header: settings.stateOf,
              width: 180,
              card: 'plain',
              cell: (one) => <Condition of={one} />,
            },
            {
              id: 'last',
              header: words.lastDelivery,
              width: 170,
              cell: (one) => <LastDelivery of={one} onShow={() => show(one)} />,
            },
          ],
          form: {
            add: words.add,
            once: words.secretHow,
            valuesOf: (one) => ({
              url: one?.url ?? '',
              description: one?.description ?? '',
              events: one?.events ?? (['status_change'] as WebhookEvent[]),
              api_key: '',
            }),
            fields: (_, one) => [
              {
                ...{ name: 'url', kind: 'url', label: words.address, required: true, wide: true },
                placeholder: 'https://shop.example/hooks',
              },
              { name: 'description', label: settings.name, hint: words.nameHint, maxLength: 200 },
              {
                ...{ name: 'api_key', kind: 'password', label: words.key },
                hint: one?.api_key.set ? words.secretSet : words.keyHint,
              },
              {
                ...{ name: 'events', kind: 'many', label: words.events },
                options: EVENTS.map(
                  (event) => [event, settings.event[event].name, settings.event[event].when] as const,
                ),
              },
            ],
            save: async ({ url, events, description, api_key }, one) => {
              const body = {
                ...{ url, events, description: description || null },
                ...(api_key && { api_key }),
              };
              if (one !== null) return saved(api.PUT(ONE, { ...path(one), body }));
              const headers = { 'idempotency-key': idempotencyKey() };
              return (await answerOf(api.POST('/custom/api/v1/webhooks', { body, headers }))).data.secret;
            },
            savedAs: ({ url }) => words.webhookFor(url),
          },
          actions: [
            { text: words.deliveries, run: show },
            {
              text: words.test,
              done: words.tested,
              run: (one) => api.POST(`${ONE}/test`, { ...path(one), body: {} }),
            },
            {
              text: settings.deactivate,
              has: isOn,
              done: settings.nowOff,
              run: (one) => switched(one, false),
            },
            {
              text: settings.activate,
              has: (one) => !isOn(one),
              done: settings.nowOn,
              run: (one) => switched(one, true),
            },
            {
              text: words.remove,
              danger: true,
              will: words.removeWill,
              done: words.removed,
              run: (one) => api.DELETE(ONE, path(one)),
            },
          ],
        }}
      >
        {trouble && <OnlyTroubled part="webhooks" />}
      </CollectionPage>
      {shown && <Deliveries of={shown} onClose={() => show(null)} />}
    </>
  );
}

function hostOf(url: string): string {
  return new URL(url).host;
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname === '/' ? search : `${pathname}${search}`;
}

const EVENTS: readonly WebhookEvent[] = [
  'status_change',
  'tracking_addition',
  'qc_update',
  'order.created',
  'shipment.booked',
  'booking.failed',
  'remittance.recorded',
  'weight_difference.raised',
  'request.created',
  'request.decided',
];

function Condition({ of: one }: { of: Webhook }) {
  const settings = useWords(settingsWords);
  const words = useWords(webhookWords);
  if (one.switched_off) {
    return (
      <>
        <State mood="bad">{words.switchedOff}</State>
        <p className="quiet small">
          <Sentence of={one.switched_off.why_details} />
        </p>
      </>
    );
  }
  if (one.failing_since) return <State mood="needs">{words.failing}</State>;
  return (
    <State mood={one.enabled ? 'done' : 'neutral'}>{one.enabled ? settings.active : settings.off}</State>
  );
}

/** The newest delivery with its result; it leads to all of them. */
function LastDelivery({ of: { last }, onShow }: { of: Shown; onShow: () => void }) {
  const words = useWords(webhookWords);
  if (last === null) return <span className="quiet">{words.noneYet}</span>;
  return (
    <>
      <button type="button" className="row-link" onClick={onShow}>
        <State mood={MOODS[last.state]}>
          {words.deliveryState[last.state]}
          {last.http_status !== null && ` · ${last.http_status}`}
        </State>
      </button>
      <p className="quiet small">
        <Moment at={last.tried_at ?? last.created_at} />
      </p>
    </>
  );
}

/** What was sent to a webhook in the last 30 days, with the payload and the answer of each. */
function Deliveries({ of, onClose }: { of: Webhook; onClose: () => void }) {
  const settings = useWords(settingsWords);
  const words = useWords(webhookWords);
  const [open, setOpen] = useState<Delivery | null>(null);
  const { id } = of;
  const list = usePaged(['deliveries', id], (page, signal) =>
    answerOf(
      api.GET(`${ONE}/deliveries`, { params: { path: { id }, query: { ...page, per_page: 20 } }, signal }),
    ),
  );
  const resending = useMutation({
    mutationFn: ({ id: delivery }: Delivery) =>
      api.POST(`${ONE}/deliveries/{delivery}/resend`, { params: { path: { id, delivery } }, body: {} }),
    onSuccess: (_, { event }) => toast(words.resent(settings.event[event].name)),
  });
  return (
    <Dialog title={words.deliveriesOf(of.description ?? new URL(of.url).host)} wide onClose={onClose}>
      <Failure error={resending.error} />
      <PagedTable
        list={list}
        label={words.deliveries}
        empty={<Empty title={words.noDeliveries} />}
        columns={[
          {
            id: 'at',
            header: settings.when,
            width: 150,
            card: 'plain',
            cell: (one) => <Moment at={one.created_at} />,
          },
          {
            id: 'event',
            header: words.event_,
            width: 160,
            card: 'title',
            cell: (one) => settings.event[one.event].name,
          },
          {
            id: 'state',
            header: settings.stateOf,
            width: 220,
            card: 'plain',
            cell: (one) => (
              <>
                <State mood={MOODS[one.state]}>{words.deliveryState[one.state]}</State>
                <p className="quiet small">{words.tries(one.tries)}</p>
              </>
            ),
          },
          {
            id: 'again',
            header: '',
            width: 190,
            number: true,
            cell: (one) => (
              <span className="row-actions">
                <button
                  type="button"
                  className="button small"
                  aria-expanded={open?.id === one.id}
                  onClick={() => setOpen(open?.id === one.id ? null : one)}
                >
                  {words.details}
                </button>
                <button type="button" className="button small" onClick={() => resending.mutate(one)}>
                  {words.resend}
                </button>
              </span>
            ),
          },
        ]}
      />
      {open && (
        <section className="exchange" aria-label={words.details}>
          <h3>{words.answer}</h3>
          <dl className="facts">
            <dt>{words.httpStatus}</dt>
            <dd>{open.http_status ?? '–'}</dd>
            <dt>{words.took}</dt>
            <dd>{open.duration_ms === null ? '–' : `${open.duration_ms} ms`}</dd>
            {open.error && (
              <>
                <dt>{words.problem}</dt>
                <dd className="bad">
                  <Sentence of={open.error_details} />
                </dd>
              </>
            )}
          </dl>
          <h3>{words.payload}</h3>
          <pre className="mono">{JSON.stringify(open.body, null, 2)}</pre>
        </section>
      )}
    </Dialog>
  );
}
