import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, api, idempotencyKey } from '../../api/client.ts';
import { Copyable } from '../../parts/copyable.tsx';
import { TextField, Tick } from '../../parts/field.tsx';
import { Form, useForm } from '../../parts/form.tsx';
import { Empty, Failure, Warning } from '../../parts/notices.tsx';
import { PagedTable, usePaged } from '../../parts/paged-table.tsx';
import { State } from '../../parts/status.tsx';
import { toast } from '../../parts/toasts.tsx';
import { Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { OnlyTroubled } from './only-troubled.tsx';
import { settingsWords } from './settings-words.ts';

const EVENTS = [
  'status_change',
  'tracking_addition',
  'qc_update',
  'order.created',
  'shipment.booked',
  'booking.failed',
  'remittance.recorded',
  'weight_difference.raised',
] as const;
const NEW: { url: string; events: (typeof EVENTS)[number][] } = { url: '', events: ['status_change'] };
const MOODS = { waiting: 'neutral', retrying: 'needs', delivered: 'done', failed: 'bad' } as const;

export function Webhooks() {
  const words = useWords(settingsWords);
  const [open, setOpen] = useState<string | null>(null);
  const webhooks = useQuery({
    queryKey: ['webhooks'],
    queryFn: async () => (await answerOf(api.GET('/custom/api/v1/webhooks'))).data,
  });
  const { trouble } = useSearch({ strict: false });
  const shown = webhooks.data?.filter(
    (one) => trouble === undefined || one.failing_since !== null || one.switched_off !== null,
  );
  const form = useForm({
    first: NEW,
    mutationFn: async (body) =>
      (
        await answerOf(
          api.POST('/custom/api/v1/webhooks', {
            body,
            headers: { 'idempotency-key': idempotencyKey() },
          }),
        )
      ).data.secret,
    cleared: { url: '' },
  });
  const { events } = form.values;
  const changing = useMutation({
    mutationFn: ({ id, enabled }: { id: string; enabled: boolean }) =>
      api.PUT('/custom/api/v1/webhooks/{id}', { params: { path: { id } }, body: { enabled } }),
  });
  const testing = useMutation({
    mutationFn: (id: string) =>
      api.POST('/custom/api/v1/webhooks/{id}/test', { params: { path: { id } }, body: {} }),
    onSuccess: () => toast(words.tested),
  });
  return (
    <div className="stack">
      <Form
        of={form}
        at="start"
        className="card stack"
        save={words.add}
        after={
          form.data && (
            <Warning>
              <p>{words.once}</p>
              <Copyable text={form.data} />
            </Warning>
          )
        }
      >
        <TextField label={words.url} type="url" required placeholder="https://" {...form.field('url')} />
        <fieldset className="line">
          <legend className="small strong">{words.events}</legend>
          {EVENTS.map((event) => (
            <Tick
              key={event}
              label={<code>{event}</code>}
              checked={events.includes(event)}
              onChange={({ target }) =>
                form.change({
                  events: target.checked ? [...events, event] : events.filter((one) => one !== event),
                })
              }
            />
          ))}
        </fieldset>
      </Form>
      <Failure error={webhooks.error ?? changing.error ?? testing.error} />
      {webhooks.data?.length === 0 && <Empty title={words.noWebhooks} />}
      {trouble && <OnlyTroubled part="webhooks" />}
      {shown?.map((one) => (
        <article key={one.id} className="card stack tight">
          <div className="line">
            <span className="mono cut">{one.url}</span>
            {one.switched_off ? (
              <State mood="bad">
                {words.switchedOff}: {one.switched_off.why}
              </State>
            ) : one.failing_since ? (
              <State mood="needs">{words.failing}</State>
            ) : (
              <State mood={one.enabled ? 'done' : 'neutral'}>{one.enabled ? words.active : words.off}</State>
            )}
            <span className="push" />
            <button type="button" className="button small" onClick={() => testing.mutate(one.id)}>
              {words.test}
            </button>
            <button
              type="button"
              className="button small"
              onClick={() => changing.mutate({ id: one.id, enabled: !one.enabled })}
            >
              {one.enabled ? words.deactivate : words.activate}
            </button>
            <button
              type="button"
              className="button small"
              aria-expanded={open === one.id}
              onClick={() => setOpen(open === one.id ? null : one.id)}
            >
              {words.deliveries}
            </button>
          </div>
          <p className="quiet small">{one.events.join(', ')}</p>
          {open === one.id && <Deliveries id={one.id} />}
        </article>
      ))}
    </div>
  );
}

function Deliveries({ id }: { id: string }) {
  const words = useWords(settingsWords);
  const list = usePaged(['deliveries', id], (page, signal) =>
    answerOf(
      api.GET('/custom/api/v1/webhooks/{id}/deliveries', {
        params: { path: { id }, query: { ...page, per_page: 20 } },
        signal,
      }),
    ),
  );
  const resending = useMutation({
    mutationFn: (delivery: string) =>
      api.POST('/custom/api/v1/webhooks/{id}/deliveries/{delivery}/resend', {
        params: { path: { id, delivery } },
        body: {},
      }),
    onSuccess: () => toast(words.resent),
  });
  return (
    <div className="stack tight">
      <Failure error={resending.error} />
      <PagedTable
        list={list}
        label={words.deliveries}
        empty={<p className="quiet">{words.noDeliveries}</p>}
        columns={[
          { id: 'at', header: words.when, width: 150, cell: (one) => <Moment at={one.created_at} /> },
          { id: 'event', header: words.events, width: 160, cell: (one) => <code>{one.event}</code> },
          {
            id: 'state',
            header: '',
            width: 220,
            cell: (one) => (
              <>
                <State mood={MOODS[one.state]}>{words.deliveryState[one.state]}</State>{' '}
                <span className="quiet small">
                  {one.http_status} {words.tries(one.tries)}
                </span>
                {one.error && <p className="quiet small">{one.error}</p>}
              </>
            ),
          },
          {
            id: 'again',
            header: '',
            width: 110,
            cell: (one) => (
              <button type="button" className="button small" onClick={() => resending.mutate(one.id)}>
                {words.resend}
              </button>
            ),
          },
        ]}
      />
    </div>
  );
}
