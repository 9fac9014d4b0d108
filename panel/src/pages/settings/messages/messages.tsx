import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { components } from '#api';
import { ApiProblem, answerOf, api, type Sent } from '../../../api/client.ts';
import { type Overview, overviewQuery } from '../../../api/lists.ts';
import { queries } from '../../../api/queries.ts';
import { SectionHead } from '../../../parts/collection.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { LongField, Switch, TextField } from '../../../parts/field.tsx';
import { Fields } from '../../../parts/fields.tsx';
import { Form, useForm } from '../../../parts/form.tsx';
import { Tip } from '../../../parts/menu.tsx';
import { useMomentWords } from '../../../parts/moments.ts';
import { Failure, Sentence, Skeleton } from '../../../parts/notices.tsx';
import { PagedTable, Rows, usePaged } from '../../../parts/paged-table.tsx';
import { toast } from '../../../parts/toasts.tsx';
import { commonWords } from '../../../words/common.ts';
import { grouped, Moment } from '../../../words/format.tsx';
import { useWords } from '../../../words/language.ts';
import { settingsWords } from '../settings-words.ts';
import { messageWords } from './message-words.ts';
import { PLACEHOLDERS, previewOf } from './preview-of.ts';

const ALL = '/custom/api/v1/message-settings';
const KEY = ['message settings'];
type Setting = components['schemas']['MessageSetting'];
type Settings = Awaited<ReturnType<typeof readSettings>>;
const CHANNELS = ['email', 'sms', 'whatsapp'] as const;

async function readSettings() {
  return (await answerOf(api.GET(ALL))).data;
}

/** The messages that customers get: a grid of moments and channels, with the text of each. */
export function Messages() {
  const words = useWords(messageWords);
  const settings = useWords(settingsWords);
  const { data, error } = useQuery({ queryKey: KEY, queryFn: readSettings });
  const [edited, edit] = useState<Setting['moment'] | null>(null);
  // The switch moves at once, before the service answers.
  const [switched, setSwitched] = useState<Setting | null>(null);
  const say = useMomentWords();
  const nameOf = (one: Setting) => `${say(one.moment)}, ${words.channel[one.channel]}`;
  const switching = useMutation({
    mutationFn: async ({ moment, channel, enabled }: Setting) =>
      (await answerOf(api.PUT(ALL, { body: { messages: [{ moment, channel, enabled: !enabled }] } }))).data,
    onSuccess: (now, one) => {
      queries.setQueryData(KEY, now);
      toast((one.enabled ? words.nowOff : words.nowOn)(nameOf(one)));
    },
    onSettled: () => setSwitched(null),
  });
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Skeleton lines={8} />;
  const moments = [...new Set(data.messages.map(({ moment }) => moment))];
  return (
    <div className="stack roomy">
      <div className="stack">
        <SectionHead title={settings.part.messages} about={words.about} />
        <FailedMessages />
        <Failure error={switching.error} />
        <Rows
          label={settings.part.messages}
          rows={moments}
          idOf={(moment) => moment}
          onOpen={edit}
          columns={[
            {
              id: 'moment',
              header: words.moment,
              width: 280,
              cell: (moment) => (
                <>
                  <button
                    type="button"
                    className="row-link strong edit-link"
                    aria-label={`${words.edit}: ${say(moment)}`}
                    onClick={() => edit(moment)}
                  >
                    {say(moment)}
                    <Pencil aria-hidden="true" />
                  </button>
                  <p className="quiet small">{words.when[moment]}</p>
                </>
              ),
            },
            ...CHANNELS.map((channel) => ({
              id: channel,
              header: words.channel[channel],
              width: 150,
              cell: (moment: Setting['moment']) => {
                const one = data.messages.find((each) => each.moment === moment && each.channel === channel);
                if (one === undefined) return null;
                const isSwitched = switched?.moment === moment && switched.channel === channel;
                return (
                  <span className="line">
                    <Switch
                      label={nameOf(one)}
                      isLabelHidden
                      checked={isSwitched ? !switched.enabled : one.enabled}
                      disabled={switching.isPending}
                      onChange={() => {
                        setSwitched(one);
                        switching.mutate(one);
                      }}
                    />
                    {!one.is_default_text && <span className="badge">{words.own}</span>}
                  </span>
                );
              },
            })),
          ]}
        />
      </div>
      <Links settings={data} />
      {edited && (
        <Editor
          of={data.messages.filter(({ moment }) => moment === edited)}
          name={say(edited)}
          onClose={() => edit(null)}
        />
      )}
    </div>
  );
}

/** The typed text of each channel's message. */
interface Texts {
  readonly subject: string;
  readonly email: string;
  readonly sms: string;
  readonly whatsapp: string;
}

/** The texts of a moment, each next to what a customer reads. */
function Editor({
  of,
  name,
  onClose,
}: {
  /** The moment's messages. */
  of: readonly Setting[];
  name: string;
  onClose: () => void;
}) {
  const words = useWords(messageWords);
  const common = useWords(commonWords);
  const area = useRef<HTMLTextAreaElement>(null);
  const [channel, setChannel] = useState<(typeof CHANNELS)[number]>(of[0]?.channel ?? 'email');
  const shown = of.find((one) => one.channel === channel);
  const isEmail = channel === 'email';
  const textsOf = (messages: readonly Setting[]): Texts => {
    const textOf = (wanted: string) => messages.find((one) => one.channel === wanted)?.text ?? '';
    return {
      subject: messages.find((one) => one.channel === 'email')?.subject ?? '',
      ...{ email: textOf('email'), sms: textOf('sms'), whatsapp: textOf('whatsapp') },
    };
  };
  const kept = textsOf(of);
  const changedIn = (texts: Texts) =>
    of.filter(
      (one) =>
        texts[one.channel] !== kept[one.channel] ||
        (one.channel === 'email' && texts.subject !== kept.subject),
    );
  const put = async (messages: NonNullable<Sent<typeof ALL, 'put'>['messages']>) =>
    (await answerOf(api.PUT(ALL, { body: { messages } }))).data;
  const form = useForm({
    first: kept,
    mutationFn: (texts: Texts) =>
      put(
        changedIn(texts).map(({ moment, channel: to }) => ({
          ...{ moment, channel: to, text: texts[to] },
          ...(to === 'email' && { subject: texts.subject }),
        })),
      ),
    onSuccess: () => {
      toast(common.saved(name));
      onClose();
    },
  });
  const resetting = useMutation({
    mutationFn: ({ moment, channel: to }: Setting) =>
      put([{ moment, channel: to, text: null, ...(to === 'email' && { subject: null }) }]),
    onSuccess: (now, { moment, channel: to }) => {
      queries.setQueryData(KEY, now);
      const texts = textsOf(now.messages.filter((one) => one.moment === moment));
      form.change({ [to]: texts[to], ...(to === 'email' && { subject: texts.subject }) });
    },
  });
  const sentAs = (field: 'subject' | 'text', to: string) =>
    `messages[${changedIn(form.values).findIndex((one) => one.channel === to)}].${field}`;
  const insert = (placeholder: string) => {
    const text = form.values[channel];
    const { selectionStart, selectionEnd } = area.current ?? {
      selectionStart: text.length,
      selectionEnd: text.length,
    };
    form.change({
      [channel]: `${text.slice(0, selectionStart)}{{${placeholder}}}${text.slice(selectionEnd)}`,
    });
    area.current?.focus();
  };
  // The first text that was refused is shown, whichever was open.
  const { error } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (!(error instanceof ApiProblem)) return;
    const refused = CHANNELS.find(
      (one) => error.of(sentAs('text', one), ...(one === 'email' ? [sentAs('subject', one)] : [])) !== null,
    );
    if (refused) setChannel(refused);
  }, [error]);
  return (
    <Dialog title={name} wide onClose={onClose}>
      <Form
        of={form}
        at="dialog"
        after={
          <>
            <Failure error={resetting.error} />
            {shown && !shown.is_default_text && (
              <button type="button" className="button reset" onClick={() => resetting.mutate(shown)}>
                {words.back}
              </button>
            )}
          </>
        }
      >
        <div className="tabs" role="tablist" aria-label={words.channels}>
          {of.map((one) => (
            <button
              key={one.channel}
              type="button"
              role="tab"
              aria-selected={one.channel === channel}
              onClick={() => setChannel(one.channel)}
            >
              {words.channel[one.channel]}
            </button>
          ))}
        </div>
        <div className="two" key={channel}>
          <div className="stack">
            {isEmail && (
              <TextField label={words.subject} {...form.field('subject', sentAs('subject', channel))} />
            )}
            <LongField
              label={words.text}
              ref={area}
              rows={9}
              hint={isEmail ? words.optionalPart : words.ofProvider}
              {...form.field(channel, sentAs('text', channel))}
            />
            <div className="stack tight">
              <h3>{words.placeholders}</h3>
              <div className="line">
                {PLACEHOLDERS.map((one) => (
                  <Tip
                    key={one}
                    text={`${words.placeholder[one].when} ${words.example}: ${words.sample[one]}`}
                  >
                    <button type="button" className="chip" onClick={() => insert(one)}>
                      {words.placeholder[one].name}
                    </button>
                  </Tip>
                ))}
              </div>
            </div>
          </div>
          <section className={`message-preview ${channel}`} aria-label={words.preview}>
            <h3>{words.preview}</h3>
            <div className="bubble">
              {isEmail && <p className="strong">{previewOf(form.values.subject, words.sample)}</p>}
              <p>{previewOf(form.values[channel], words.sample)}</p>
            </div>
          </section>
        </div>
      </Form>
    </Dialog>
  );
}

/** The links that messages may contain. */
function Links({ settings }: { settings: Settings }) {
  const words = useWords(messageWords);
  const common = useWords(commonWords);
  const form = useForm({
    first: { payment_link: settings.payment_link ?? '', review_link: settings.review_link ?? '' },
    mutationFn: ({ payment_link, review_link }) => {
      const body: Sent<typeof ALL, 'put'> = {
        payment_link: payment_link || null,
        review_link: review_link || null,
      };
      return answerOf(api.PUT(ALL, { body }));
    },
    onSuccess: () => toast(common.saved(words.links)),
  });
  return (
    <section className="stack form-width" aria-label={words.links}>
      <SectionHead title={words.links} about={words.linksHow} />
      <Form of={form} at="start" className="card stack">
        <Fields
          form={form}
          fields={[
            {
              ...{ name: 'payment_link', label: words.paymentLink, hint: words.paymentHint, wide: true },
              placeholder: 'https://pay.shop.example/?order={order_id}',
            },
            {
              ...{ name: 'review_link', label: words.reviewLink, hint: words.reviewHint, wide: true },
              placeholder: 'https://shop.example/review',
            },
          ]}
        />
      </Form>
    </section>
  );
}

/** This week's failed messages. Shows nothing if no message failed. */
function FailedMessages() {
  const { data } = useQuery(overviewQuery);
  return data && data.failed_messages > 0 ? <FailedSince filter={data.filters.failed_messages} /> : null;
}

function FailedSince({ filter: now }: { filter: Overview['filters']['failed_messages'] }) {
  const words = useWords(messageWords);
  const settings = useWords(settingsWords);
  const say = useMomentWords();
  // The list shows the week in which it was opened, even if the clock moves on.
  const [filter] = useState(now);
  const list = usePaged(['failed messages', filter], (page, signal) =>
    answerOf(api.GET('/custom/api/v1/messages', { params: { query: { ...page, ...filter } }, signal })),
  );
  if (!list.total) return null;
  return (
    <div className="stack tight">
      <h3>
        {words.failed} <span className="count">{grouped(list.total)}</span>
      </h3>
      <PagedTable
        list={list}
        label={words.failed}
        empty={null}
        columns={[
          {
            id: 'message',
            header: words.message,
            width: 200,
            cell: (one) => (
              <Link to="/shipments" search={{ open: one.shipment_id }}>
                {say(one.moment)}, {words.channel[one.channel]}
              </Link>
            ),
          },
          { id: 'when', header: settings.when, width: 140, cell: (one) => <Moment at={one.created_at} /> },
          {
            id: 'error',
            header: words.whyFailed,
            width: 320,
            cell: (one) => (
              <span className="bad">
                <Sentence of={one.error_details} />
              </span>
            ),
          },
        ]}
      />
    </div>
  );
}
