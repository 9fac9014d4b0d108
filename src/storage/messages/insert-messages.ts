import type { Channel, MessageStatus } from '../../domain/messages/channel.ts';
import { DEFAULT_LANGUAGES, type Language } from '../../domain/store.ts';
import type { Moment } from '../../domain/tracking/moments.ts';
import type { RowsStatement, ServiceTransaction } from '../service-transaction.ts';
import { BRAND_NAME, recipient, storeAndAccount } from '../shipment-joins.ts';
import { keyLists } from '../tracking/tracking-events.ts';
import { pipelined } from '../transaction.ts';
import type { RowsInsert } from '../writes.ts';
import { addMessageJob } from './message-jobs.ts';
import { isOn } from './message-settings.ts';

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
        and not exists (select from shops h where h.account_id = ${account} and h.store_id = s.store_id
          and h.removed_at is null and h.rules ->> 'customerNews' = 'shop')
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
