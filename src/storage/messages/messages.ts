import type { HexColor } from '../../domain/brand-color.ts';
import { USUAL_REQUEST_SETTINGS } from '../../domain/customer-requests/customer-request.ts';
import type { Channel, MessageStatus } from '../../domain/messages/channel.ts';
import { courierNameOf } from '../../domain/rates/courier-name.ts';
import { DEFAULT_LANGUAGES, type Language, type StoreLogoAddress } from '../../domain/store.ts';
import type { Moment } from '../../domain/tracking/moments.ts';
import type { NdrReason } from '../../domain/tracking/reasons.ts';
import type { StoreContacts } from '../../resources/store.ts';
import type { AccountScope } from '../account-scope.ts';
import { BOOKED, recipient } from '../shipment-joins.ts';
import type { CodeContacts } from '../tracking/tracked-shipment.ts';
import { findLinkCodes } from '../tracking/tracking-links.ts';
import { isOn } from './message-settings.ts';

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
  /** The contacts that confirm a request for another day; null if the account offers no other day. */
  readonly dayContacts: CodeContacts | null;
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
    case when m.channel = 'email' then c.email else c.phone end as "to", c.first_name, c.phone, c.email, o.is_demo,
    coalesce(rq.another_day, '${USUAL_REQUEST_SETTINGS.anotherDay}') <> 'off' as may_choose_day
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
  left join request_settings rq on rq.account_id = $1
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
  phone: string | null;
  email: string | null;
  is_demo: boolean;
  may_choose_day: boolean;
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
    dayContacts: row.may_choose_day ? { phone: row.phone, email: row.email, isDemo: row.is_demo } : null,
  };
}
