import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { components } from '#api';
import { answerOf, api } from '../../api/client.ts';
import { type Overview, overviewQuery } from '../../api/lists.ts';
import { LongField, TextField, Tick } from '../../parts/field.tsx';
import { useMomentWords } from '../../parts/moments.ts';
import { Failure, Skeleton } from '../../parts/notices.tsx';
import { PagedTable, usePaged } from '../../parts/paged-table.tsx';
import { spelledOut } from '../../parts/status.tsx';
import { toast } from '../../parts/toasts.tsx';
import { commonWords } from '../../words/common.ts';
import { grouped, Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { settingsWords } from './settings-words.ts';

const ONE = '/custom/api/v1/message-settings';
type MessageSetting = components['schemas']['MessageSetting'];

/** The messages that customers get: their texts, each next to its newest example. */
export function Messages() {
  const words = useWords(settingsWords);
  const { data, error } = useQuery({
    queryKey: ['message settings'],
    queryFn: async () => (await answerOf(api.GET(ONE))).data.messages,
  });
  const [open, setOpen] = useState<string | null>(null);
  const switching = useMutation({
    mutationFn: (message: Pick<MessageSetting, 'moment' | 'channel' | 'enabled'>) =>
      answerOf(api.PUT(ONE, { body: { messages: [message] } })),
  });
  const say = useMomentWords();
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Skeleton />;
  return (
    <div className="stack tight">
      <FailedMessages />
      <Failure error={switching.error} />
      {data.map((message) => {
        const key = `${message.moment} ${message.channel}`;
        return (
          <article key={key} className="card stack tight">
            <div className="line">
              <Tick
                label={
                  <>
                    <span className="strong">{say(message.moment)}</span>{' '}
                    <span className="quiet">{spelledOut(message.channel)}</span>
                  </>
                }
                checked={message.enabled}
                onChange={({ target }) =>
                  switching.mutate({
                    moment: message.moment,
                    channel: message.channel,
                    enabled: target.checked,
                  })
                }
              />
              <span className="push quiet small">{message.is_default_text ? words.ours : words.yours}</span>
              <button
                type="button"
                className="button small"
                aria-expanded={open === key}
                aria-label={`${words.edit}: ${say(message.moment)}, ${spelledOut(message.channel)}`}
                onClick={() => setOpen(open === key ? null : key)}
              >
                {words.edit}
              </button>
            </div>
            {open === key && <Wording message={message} />}
          </article>
        );
      })}
    </div>
  );
}

/** This week's failed messages. Shows nothing if no message failed. */
function FailedMessages() {
  const { data } = useQuery(overviewQuery);
  return data && data.failed_messages > 0 ? <FailedSince filter={data.filters.failed_messages} /> : null;
}

function FailedSince({ filter: now }: { filter: Overview['filters']['failed_messages'] }) {
  const words = useWords(settingsWords);
  const say = useMomentWords();
  // The list shows the week in which it was opened, even if the clock moves on.
  const [filter] = useState(now);
  const list = usePaged(['failed messages', filter], (page, signal) =>
    answerOf(api.GET('/custom/api/v1/messages', { params: { query: { ...page, ...filter } }, signal })),
  );
  if (!list.total) return null;
  return (
    <section className="stack tight" aria-labelledby="failed">
      <h2 id="failed">
        {words.failedMessages} <span className="count">{grouped(list.total)}</span>
      </h2>
      <PagedTable
        list={list}
        label={words.failedMessages}
        empty={null}
        columns={[
          {
            id: 'message',
            header: words.part.messages,
            width: 200,
            cell: (one) => (
              <Link to="/shipments" search={{ open: one.shipment_id }}>
                {say(one.moment)}, {spelledOut(one.channel)}
              </Link>
            ),
          },
          { id: 'when', header: words.created, width: 140, cell: (one) => <Moment at={one.created_at} /> },
          {
            id: 'error',
            header: words.whyFailed,
            width: 320,
            cell: (one) => <span className="bad">{one.error}</span>,
          },
        ]}
      />
    </section>
  );
}

function Wording({ message }: { message: MessageSetting }) {
  const words = useWords(settingsWords);
  const common = useWords(commonWords);
  const [subject, setSubject] = useState(message.subject ?? '');
  const [text, setText] = useState(message.text);
  const saving = useMutation({
    mutationFn: (changed: { subject?: string | null; text: string | null }) =>
      answerOf(
        api.PUT(ONE, {
          body: { messages: [{ moment: message.moment, channel: message.channel, ...changed }] },
        }),
      ),
    onSuccess: () => toast(common.saved),
  });
  const newest = useQuery({
    queryKey: ['newest message', message.moment, message.channel],
    queryFn: async () => {
      const query = { moment: message.moment, channel: message.channel, per_page: 1 };
      return (await answerOf(api.GET('/custom/api/v1/messages', { params: { query } }))).data[0] ?? null;
    },
  });
  const isEmail = message.channel === 'email';
  return (
    <div className="two">
      <form
        className="stack tight"
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate({ ...(isEmail && { subject }), text });
        }}
      >
        {isEmail && (
          <TextField
            label={words.subject}
            value={subject}
            onChange={({ target }) => setSubject(target.value)}
          />
        )}
        <LongField
          label={words.text}
          rows={7}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Failure error={saving.error} />
        <div className="line">
          <button type="submit" className="button first" disabled={saving.isPending}>
            {common.save}
          </button>
          {!message.is_default_text && (
            <button
              type="button"
              className="button bare"
              onClick={() => saving.mutate({ ...(isEmail && { subject: null }), text: null })}
            >
              {words.back}
            </button>
          )}
        </div>
      </form>
      {newest.data && (
        <div className="stack tight">
          <p className="quiet small">{words.example}</p>
          <iframe
            className="paper"
            sandbox=""
            title={words.example}
            src={`/custom/api/v1/messages/${newest.data.id}/preview`}
          />
        </div>
      )}
    </div>
  );
}
