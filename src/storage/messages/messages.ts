import type { HexColor } from '../../domain/brand-color.ts';
import type { Channel, MessageStatus } from '../../domain/messages/channel.ts';
import { courierNameOf } from '../../domain/rates/courier-name.ts';
import { DEFAULT_LANGUAGES, type Language, type StoreLogoAddress } from '../../domain/store.ts';
import { type Moment, OFF_BY_DEFAULT } from '../../domain/tracking/moments.ts';
import type { NdrReason } from '../../domain/tracking/reasons.ts';
import type { StoreContacts } from '../../resources/store.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { isDead } from '../booking/processes.ts';
import type { Database } from '../database.ts';
import { addJob, JOB_SCHEMA } from '../job-queue.ts';
import type { RowsStatement, ServiceTransaction } from '../service-transaction.ts';
import { BOOKED, BRAND_NAME, recipient, storeAndAccount } from '../shipment-joins.ts';
import { keyLists } from '../tracking/tracking-events.ts';
import { findLinkCodes } from '../tracking/tracking-links.ts';
import { pipelined } from '../transaction.ts';
import type { RowsInsert } from '../writes.ts';

/** The name of this job in the queue. */
export const SEND_MESSAGE = 'send-message';
/**
 * The name of the job for later additions: moments, languages, and own texts for one language. A process of
 * the first release does not know this job and leaves it alone. The name is from when returns were the only
 * addition; jobs with it may wait in the queue.
 */
export const SEND_LATER_MESSAGE = 'send-return-message';
const FIRST_MOMENTS: readonly Moment[] = [
  'shipped',
  'out_for_delivery',
  'delivered',
  'delivery_failed',
  'returning',
];

/** A message about a moment, on one channel. */
export interface NewMessage {
  readonly accountId: string;
  readonly messageId: string;
  readonly shipmentId: string;
  readonly moment: Moment;
  readonly attempt: number;
  readonly channel: Channel;
  readonly status: Extract<MessageStatus, 'preview' | 'queued'>;
  /** The time in epoch milliseconds. */
  readonly eventAt: number;
  /** The code for the shipment's tracking link; not used if the shipment already has a link. */
  readonly linkCode: string;
}

/** SQL of a switch: the store's (`its`), else the account's (`ours`), else the default. */
function isOn(moment: string): string {
  return `coalesce(its.is_on, ours.is_on, ${moment}::text not in (${quoted(OFF_BY_DEFAULT)}))`;
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}

const FIRST_LANGUAGE: Language = 'en';

/** SQL that adds the job of a message. `further` are arguments of `add_job` that begin with a comma. */
function addMessageJob(further = ''): string {
  return `${JOB_SCHEMA}.add_job(
  case when moment::text in (${quoted(FIRST_MOMENTS)}) and coalesce(language, '${FIRST_LANGUAGE}') = '${FIRST_LANGUAGE}'
      and not is_translated
    then '${SEND_MESSAGE}' else '${SEND_LATER_MESSAGE}' end,
  payload => json_build_object('account_id', account_id, 'message_id', message_id),
  run_at => $2, job_key => '${SEND_MESSAGE} ' || message_id${further})`;
}

/**
 * Shipments and contacts are looked up one by one, which `limit` and `offset` enforce. With plain joins,
 * planned while the tables were new and not analyzed, each message read all contacts of its account.
 */
const FIND_MESSAGE_DATA: RowsStatement = {
  name: 'find-messages-to-tell',
  account: 'n.account_id',
  text: (account) => `select json_agg(told) as told from (
      select n.account_id, n.message_id, n.shipment_id, s.store_id, coalesce(w.template_id, t.template_id) as template_id,
        w.template_id is not null as is_translated, n.event_at, n.attempt, n.moment, n.channel,
        case when o.is_demo then 'preview' else n.status end as status,
        case when n.moment in ('delivery_failed', 'return_pickup_missed') then s.ndr_reason end as ndr_reason,
        ${BRAND_NAME} as from_name, st.logo_hash, st.logo_extension, coalesce(st.languages[1], '${DEFAULT_LANGUAGES[0]}') as language,
        n.link_code
      from json_to_recordset($1) as n (account_id uuid, message_id uuid, shipment_id uuid, moment message_moment, attempt smallint,
        channel message_channel, status message_status, event_at timestamptz, link_code text)
      cross join lateral (
        select account_id, order_id, store_id, ndr_reason, is_cod from shipments
        where account_id = ${account} and shipment_id = n.shipment_id offset 0
      ) s
      cross join lateral (
        select is_demo from orders where account_id = ${account} and order_id = s.order_id offset 0
      ) o
      ${recipient('n.channel', account)}
      ${storeAndAccount(account)}
      left join message_templates t on t.account_id = ${account} and t.moment = n.moment and t.channel = n.channel
        and t.replaced_at is null
      left join message_translations w on w.account_id = ${account} and w.moment = n.moment and w.channel = n.channel
        and w.replaced_at is null and w.language = coalesce(st.languages[1], '${DEFAULT_LANGUAGES[0]}')
      left join message_switches ours on ours.account_id = ${account} and ours.store_id is null
        and ours.moment = n.moment and ours.channel = n.channel
      left join message_switches its on its.account_id = ${account} and its.store_id = s.store_id
        and its.moment = n.moment and its.channel = n.channel
      where ${isOn('n.moment')} and (n.moment <> 'cod_to_prepaid' or (s.is_cod and exists (
          select from message_links k where k.account_id = ${account} and k.payment_link is not null)))
        and case n.channel when 'email' then c.email is not null else c.phone not like '0%' end
    ) told`,
};

/** A message that `FIND_MESSAGE_DATA` found: the columns of `messages`, and the data for its job. */
interface FoundMessage extends Record<string, unknown> {
  readonly account_id: string;
  readonly message_id: string;
  readonly shipment_id: string;
  readonly moment: Moment;
  readonly language: Language;
  readonly is_translated: boolean;
  readonly link_code: string;
}

const INSERT: RowsInsert = {
  name: 'insert-messages',
  table: 'messages',
  alike: { created_at: '$1', due_at: '$1' },
  each: {
    account_id: 'uuid',
    message_id: 'uuid',
    shipment_id: 'uuid',
    store_id: 'uuid',
    template_id: 'uuid',
    event_at: 'timestamptz',
    attempt: 'smallint',
    moment: 'message_moment',
    channel: 'message_channel',
    status: 'message_status',
    ndr_reason: 'ndr_reason',
    from_name: 'text',
    logo_hash: 'text',
    logo_extension: 'text',
    language: 'text',
  },
  ending: `on conflict on constraint message_is_told_once do nothing returning message_id as "messageId", status`,
};

const LINKED = {
  name: 'find-linked-shipments',
  text: `select shipment_id as "shipmentId" from unnest($1::uuid[], $2::uuid[]) as k (account_id, shipment_id)
    join tracking_links using (account_id, shipment_id)`,
};

const LINK: RowsInsert = {
  name: 'link-shipments-of-messages',
  table: 'tracking_links',
  alike: {},
  each: { account_id: 'uuid', shipment_id: 'uuid', code: 'text' },
};

const ADD_JOBS = {
  name: 'add-jobs-of-messages',
  text: `select ${addMessageJob()} from json_to_recordset($1)
    as n (account_id uuid, message_id uuid, moment message_moment, language text, is_translated boolean)`,
};

/**
 * Adds messages about shipments of any accounts, and the jobs that send them, in the transaction of the
 * change that the messages are about. That transaction has locked the shipments, so nobody else can give them
 * a link. Messages of demo orders always become previews. It leaves out messages that exist, messages that
 * are switched off, emails to customers without an address, and texts to a landline. A store's switch
 * overrides its account's switch.
 */
export async function insertMessages(
  transaction: ServiceTransaction,
  messages: readonly NewMessage[],
): Promise<void> {
  const [written, linked] = await pipelined([
    transaction.runFor<{ told: FoundMessage[] | null }, NewMessage>(FIND_MESSAGE_DATA, messages, (some) => [
      JSON.stringify(some.map(messageRow)),
    ]),
    transaction.run<{ shipmentId: string }>(LINKED, keyLists(messages)),
  ]);
  const found = written.flatMap((row) => row.told ?? []);
  if (found.length === 0) return;
  const unlinked = new Map(
    found.map(({ account_id, shipment_id, link_code: code }) => [
      shipment_id,
      { account_id, shipment_id, code },
    ]),
  );
  for (const { shipmentId } of linked) unlinked.delete(shipmentId);
  const [inserted] = await pipelined([
    transaction.insert<Inserted>({ insert: INSERT, parameters: [transaction.now], rows: found }),
    transaction.insert({ insert: LINK, parameters: [], rows: [...unlinked.values()] }),
  ]);
  const queued = new Set(
    inserted.flatMap(({ messageId, status }) => (status === 'queued' ? [messageId] : [])),
  );
  const jobs = found.filter(({ message_id }) => queued.has(message_id));
  if (jobs.length > 0) await transaction.run(ADD_JOBS, [JSON.stringify(jobs), transaction.now]);
}

type Inserted = { readonly messageId: string; readonly status: MessageStatus } & Record<string, unknown>;

function messageRow(message: NewMessage): Record<string, unknown> {
  return {
    account_id: message.accountId,
    message_id: message.messageId,
    shipment_id: message.shipmentId,
    moment: message.moment,
    attempt: message.attempt,
    channel: message.channel,
    status: message.status,
    event_at: new Date(message.eventAt).toISOString(),
    link_code: message.linkCode,
  };
}

/** A message with the current data of its shipment. */
export interface StoredMessage {
  readonly messageId: string;
  readonly shipmentId: string;
  readonly moment: Moment;
  readonly attempt: number;
  readonly channel: Channel;
  readonly status: MessageStatus;
  readonly eventAt: Date;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  /** The number of times that the message was sent to the provider. */
  readonly tries: number;
  readonly error: string | null;
  readonly fromName: string;
  readonly storeId: string | null;
  /** The store's logo when the message was created. `isLight`: visible only on a dark background. */
  readonly logo:
    | (StoreLogoAddress & { readonly width: number; readonly height: number; readonly isLight: boolean })
    | null;
  /** The store's current colour. */
  readonly color: HexColor | null;
  readonly support: Pick<StoreContacts, 'supportPhone' | 'supportEmail' | 'supportWhatsapp' | 'siteUrl'>;
  /** Items for an email; empty for phone messages. */
  readonly items: readonly { readonly name: string; readonly units: number }[];
  /** The lines of the address; empty if it was erased. */
  readonly address: readonly string[];
  readonly ndrReason: NdrReason | null;
  /** The language of the message's text; null for older messages. */
  readonly language: Language | null;
  /** The store's current languages. */
  readonly languages: readonly Language[];
  /** The account's own text; null if the account has none. */
  readonly template: { readonly subject: string | null; readonly text: string } | null;
  /** Tells whether the account's own text is only for this language. */
  readonly isTranslated: boolean;
  readonly displayId: string;
  readonly trackingNumber: string | null;
  /** The code of the tracking link; null for messages that are older than tracking links. */
  readonly linkCode: string | null;
  /** The account's link for payment; the link for reviews follows. */
  readonly paymentLink: string | null;
  readonly reviewLink: string | null;
  /** The courier's name for customers. */
  readonly carrierName: string | null;
  readonly helpline: string | null;
  readonly isCod: boolean;
  readonly codAmountPaise: number;
  /** A date in India, such as `2026-11-20`. */
  readonly expectedDate: string | null;
  /** The email address, or the ten digits of the phone; null if it was erased. */
  readonly to: string | null;
  readonly firstName: string | null;
  /** Tells whether the account's switches currently allow the message. */
  readonly isOn: boolean;
}

const SELECT = `select m.message_id, m.shipment_id, m.moment, m.attempt, m.channel, m.status, m.event_at, m.created_at,
    m.sent_at, m.tries, m.error, m.from_name, m.language, m.store_id, m.logo_hash, m.logo_extension, l.width, l.height, l.is_light,
    st.brand_color, l.color as logo_color, st.support_phone, st.support_email, st.support_whatsapp, st.site_url, st.languages,
    c.last_name, c.address, c.address_2, c.city, c.state, c.pincode,
    case when m.channel = 'email' then (select json_agg(json_build_object('name', i.name, 'units', i.units) order by i.position)
      from order_items i where i.account_id = $1 and i.order_id = s.order_id) end as items,
    m.ndr_reason, coalesce(w.subject, t.subject) as subject, coalesce(w.body, t.body) as body, w.template_id is not null as is_translated, o.display_id, s.tracking_number, b.carrier_name,
    b.courier_name, b.helpline,
    s.is_cod, s.cod_amount_paise, ${isOn('m.moment')} as is_on, ml.payment_link, ml.review_link, s.expected_delivery_date::text,
    case when m.channel = 'email' then c.email else c.phone end as "to", c.first_name
  from messages m
  join shipments s on s.account_id = $1 and s.shipment_id = m.shipment_id
  join orders o on o.account_id = $1 and o.order_id = s.order_id
  ${recipient('m.channel')}
  ${BOOKED}
  left join message_templates t on t.account_id = $1 and t.template_id = m.template_id
  left join message_translations w on w.account_id = $1 and w.template_id = m.template_id
  left join message_switches ours on ours.account_id = $1 and ours.store_id is null and ours.moment = m.moment
    and ours.channel = m.channel
  left join message_switches its on its.account_id = $1 and its.store_id = m.store_id and its.moment = m.moment
    and its.channel = m.channel
  left join stores st on st.account_id = $1 and st.store_id = m.store_id
  left join message_links ml on ml.account_id = $1
  left join store_logos l on l.account_id = $1 and l.store_id = m.store_id and l.content_hash = m.logo_hash
  where m.account_id = $1`;

export interface MessageFilters {
  readonly shipmentId: string | null;
  readonly moment: Moment | null;
  readonly channel: Channel | null;
  readonly status: MessageStatus | null;
  /** Only messages created at this time or later. */
  readonly from: Date | null;
  /** The id of the last message of the previous page. */
  readonly before: string | null;
  readonly limit: number;
}

/** Lists the account's messages, newest first. They are sorted by id, which is ordered by time. */
export async function listMessages(scope: AccountScope, filters: MessageFilters): Promise<StoredMessage[]> {
  const { conditions, parameters } = conditionsOf(filters);
  const rows = await scope.read<MessageRow>(
    `${[SELECT, ...conditions].join(' and ')} order by m.message_id desc limit ${filters.limit}`,
    parameters,
  );
  return withLinks(scope, rows);
}

export async function hasMoreMessages(scope: AccountScope, than: number): Promise<boolean> {
  const rows = await scope.read('select from messages m where m.account_id = $1 offset $2 limit 1', [than]);
  return rows.length > 0;
}

export async function countMessages(scope: AccountScope, filters: MessageFilters): Promise<number> {
  const { conditions, parameters } = conditionsOf({ ...filters, before: null });
  const [row] = await scope.read<{ total: number }>(
    ['select count(*)::integer as total from messages m where m.account_id = $1', ...conditions].join(
      ' and ',
    ),
    parameters,
  );
  return row?.total ?? 0;
}

function conditionsOf(filters: MessageFilters): { conditions: string[]; parameters: unknown[] } {
  const conditions: string[] = [];
  const parameters: unknown[] = [];
  const where = (condition: (parameter: string) => string, value: unknown) => {
    if (value === null) return;
    parameters.push(value);
    conditions.push(condition(`$${parameters.length + 1}`));
  };
  where((value) => `m.shipment_id = ${value}`, filters.shipmentId);
  where((value) => `m.moment = ${value}`, filters.moment);
  where((value) => `m.channel = ${value}`, filters.channel);
  where((value) => `m.status = ${value}`, filters.status);
  where((value) => `m.created_at >= ${value}`, filters.from);
  where((value) => `m.message_id < ${value}`, filters.before);
  return { conditions, parameters };
}

export async function findMessage(scope: AccountScope, messageId: string): Promise<StoredMessage | null> {
  const [row] = await scope.read<MessageRow>(
    { name: 'find-message', text: `${SELECT} and m.message_id = $2` },
    [messageId],
  );
  if (row === undefined) return null;
  const [message] = await withLinks(scope, [row]);
  return message ?? null;
}

/** Links are looked up separately: on a cluster they are on another node than the messages. */
async function withLinks(scope: AccountScope, rows: readonly MessageRow[]): Promise<StoredMessage[]> {
  const codes = await findLinkCodes(
    scope,
    rows.map((row) => row.shipment_id),
  );
  return rows.map((row) => messageOfRow(row, codes.get(row.shipment_id) ?? null));
}

const CLAIM = {
  name: 'claim-message',
  text: `update messages m set status = case when o.is_demo then 'preview' else m.status end,
      claimed_until = case when not o.is_demo then $3::timestamptz end, claimed_by = $5::uuid,
      tries = m.tries + (not o.is_demo)::integer
    from shipments s join orders o using (account_id, order_id)
    where m.account_id = $1 and m.message_id = $2 and s.account_id = $1 and s.shipment_id = m.shipment_id
      and m.status = 'queued' and m.due_at <= $4
      and (m.claimed_until is null or m.claimed_until <= $4
        or (m.claimed_by is not null and ${isDead('m.claimed_by')}))
    returning m.status`,
};

/**
 * Claims a due message, so that no other process sends it. A message of a demo order becomes a preview,
 * however it was queued: every message is claimed here before it reaches a transport.
 *
 * @param until the time when the message becomes free again, if this process hangs; if the process dies, the
 * message is free as soon as that is known
 * @returns false if it is not due, is claimed or settled, or its order is a demo order
 */
export async function claimMessage(
  writer: AccountWriter,
  messageId: string,
  { now, until, processId }: { now: Date; until: Date; processId: string },
): Promise<boolean> {
  const parameters = [messageId, until, now, processId];
  const [claimed] = await writer.change<{ status: MessageStatus }>(CLAIM, parameters);
  return claimed?.status === 'queued';
}

export type MessageOutcome =
  | { readonly status: 'sent'; readonly providerId: string | null; readonly language: Language }
  | { readonly status: 'failed'; readonly error: string }
  /** The message is tried again. */
  | { readonly status: 'queued'; readonly error: string; readonly dueAt: Date };

const SETTLE = {
  name: 'settle-message',
  text: `update messages set status = $3, provider_id = $4, error = $5, due_at = coalesce($6, due_at),
      sent_at = case when $3 = 'sent'::message_status then $7::timestamptz end, claimed_until = null,
      language = coalesce($9, language)
    where account_id = $1 and message_id = $2 and status = 'queued' and claimed_until = $8
    returning 1`,
};

/** @returns false if the claim expired, and another process has settled the message or works on it */
export async function settleMessage(
  writer: AccountWriter,
  messageId: string,
  { claimedUntil, outcome }: { claimedUntil: Date; outcome: MessageOutcome },
): Promise<boolean> {
  const rows = await writer.change(SETTLE, [
    messageId,
    outcome.status,
    outcome.status === 'sent' ? outcome.providerId : null,
    outcome.status === 'sent' ? null : outcome.error,
    outcome.status === 'queued' ? outcome.dueAt : null,
    writer.now,
    claimedUntil,
    outcome.status === 'sent' ? outcome.language : null,
  ]);
  return rows.length > 0;
}

/** Enqueues the next try of a message, in the transaction that settles the current try. */
export async function enqueueSending(
  writer: AccountWriter,
  message: Pick<StoredMessage, 'messageId' | 'moment' | 'language' | 'isTranslated'>,
  dueAt: Date,
): Promise<void> {
  await addJob(writer, {
    task: isKnownToFirst(message) ? SEND_MESSAGE : SEND_LATER_MESSAGE,
    payload: { message_id: message.messageId },
    runAt: dueAt,
    key: `${SEND_MESSAGE} ${message.messageId}`,
  });
}

/** Applies the same rule as `addMessageJob`. */
function isKnownToFirst({
  moment,
  language,
  isTranslated,
}: Pick<StoredMessage, 'moment' | 'language' | 'isTranslated'>): boolean {
  return FIRST_MOMENTS.includes(moment) && (language ?? FIRST_LANGUAGE) === FIRST_LANGUAGE && !isTranslated;
}

const DELAYED = `select distinct s.account_id as "accountId", s.shipment_id as "shipmentId"
    from message_switches w
    join shipments s on s.account_id = w.account_id and (w.store_id is null or s.store_id = w.store_id)
   where w.moment = 'delayed' and w.is_on and s.journey = 'forward' and s.status = 'in_transit'
     and s.expected_delivery_date between $1::date - 3 and $1::date - 1
     and not exists (select from messages m
       where m.account_id = s.account_id and m.shipment_id = s.shipment_id and m.moment = 'delayed')
   limit 1000`;

/**
 * Lists parcels in transit that should have arrived in the last three days, of all accounts with this message
 * switched on.
 *
 * @param today a date in India, such as `2026-11-20`
 */
export async function listDelayedShipments(
  database: Database,
  today: string,
): Promise<{ accountId: string; shipmentId: string }[]> {
  const rows = await database.run<{ accountId: string; shipmentId: string }>(DELAYED, [today]);
  return rows;
}

const FORGOTTEN = `select m.account_id, m.message_id, m.moment, m.language, w.template_id is not null as is_translated
    from messages m
    left join message_translations w on w.account_id = m.account_id and w.template_id = m.template_id
    where m.status = 'queued' and m.due_at <= $1 and (m.claimed_until is null or m.claimed_until <= $2)
    order by m.due_at limit 500`;

/** Separate, because a cluster runs the other statement on nodes that do not have the queue. */
const ENQUEUE_FORGOTTEN = `select ${addMessageJob(", job_key_mode => 'preserve_run_at'")}
  from unnest($1::uuid[], $3::uuid[], $4::text[], $5::text[], $6::boolean[])
    as forgotten (account_id, message_id, moment, language, is_translated)`;

/**
 * Enqueues due messages of all accounts that no process works on: the process has died, or the job was lost.
 * A job that still waits in the queue keeps its place.
 */
export async function enqueueForgotten(database: Database, dueBy: Date, now: Date): Promise<void> {
  const rows = await database.run<
    Record<'account_id' | 'message_id' | 'moment' | 'language', string> & { is_translated: boolean }
  >(FORGOTTEN, [dueBy, now]);
  if (rows.length === 0) return;
  await database.run(ENQUEUE_FORGOTTEN, [
    rows.map((row) => row.account_id),
    now,
    rows.map((row) => row.message_id),
    rows.map((row) => row.moment),
    rows.map((row) => row.language),
    rows.map((row) => row.is_translated),
  ]);
}

interface MessageRow {
  message_id: string;
  shipment_id: string;
  moment: Moment;
  attempt: number;
  channel: Channel;
  status: MessageStatus;
  event_at: Date;
  created_at: Date;
  sent_at: Date | null;
  tries: number;
  error: string | null;
  from_name: string;
  store_id: string | null;
  logo_hash: string | null;
  logo_extension: string | null;
  width: number | null;
  height: number | null;
  is_light: boolean | null;
  brand_color: string | null;
  logo_color: string | null;
  support_phone: string | null;
  support_email: string | null;
  support_whatsapp: string | null;
  site_url: string | null;
  language: Language | null;
  languages: Language[] | null;
  last_name: string | null;
  address: string | null;
  address_2: string | null;
  city: string | null;
  state: string | null;
  pincode: string | null;
  items: { name: string; units: number }[] | null;
  ndr_reason: NdrReason | null;
  subject: string | null;
  body: string | null;
  is_translated: boolean;
  display_id: string;
  tracking_number: string | null;
  payment_link: string | null;
  review_link: string | null;
  carrier_name: string | null;
  courier_name: string | null;
  helpline: string | null;
  is_cod: boolean;
  is_on: boolean;
  cod_amount_paise: string;
  expected_delivery_date: string | null;
  to: string | null;
  first_name: string | null;
}

function addressOf(row: MessageRow): string[] {
  const name = [row.first_name, row.last_name].filter(Boolean).join(' ');
  const place = [row.city, row.state, row.pincode].filter(Boolean).join(', ');
  return [name, row.address, row.address_2, place].filter((line) => line !== null && line !== '') as string[];
}

function messageOfRow(row: MessageRow, linkCode: string | null): StoredMessage {
  const { logo_hash: contentHash, logo_extension: extension, width, height } = row;
  return {
    messageId: row.message_id,
    shipmentId: row.shipment_id,
    moment: row.moment,
    attempt: row.attempt,
    channel: row.channel,
    status: row.status,
    eventAt: row.event_at,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    tries: row.tries,
    error: row.error,
    fromName: row.from_name,
    storeId: row.store_id,
    logo:
      contentHash !== null && extension !== null && width !== null && height !== null
        ? { contentHash, extension, width, height, isLight: row.is_light ?? false }
        : null,
    color: row.brand_color ?? row.logo_color,
    support: {
      supportPhone: row.support_phone,
      supportEmail: row.support_email,
      supportWhatsapp: row.support_whatsapp,
      siteUrl: row.site_url,
    },
    items: row.items ?? [],
    address: addressOf(row),
    ndrReason: row.ndr_reason,
    language: row.language,
    languages: row.languages ?? DEFAULT_LANGUAGES,
    template: row.body === null ? null : { subject: row.subject, text: row.body },
    isTranslated: row.is_translated,
    displayId: row.display_id,
    trackingNumber: row.tracking_number,
    linkCode,
    paymentLink: row.payment_link,
    reviewLink: row.review_link,
    carrierName: row.courier_name ?? (row.carrier_name === null ? null : courierNameOf(row.carrier_name)),
    helpline: row.helpline,
    isCod: row.is_cod,
    isOn: row.is_on,
    codAmountPaise: Number(row.cod_amount_paise),
    expectedDate: row.expected_delivery_date,
    to: row.to,
    firstName: row.first_name,
  };
}
