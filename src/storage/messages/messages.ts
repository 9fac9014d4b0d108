import type { HexColor } from '../../domain/brand-color.ts';
import { USUAL_REQUEST_SETTINGS } from '../../domain/customer-requests/customer-request.ts';
import type { Channel, MessageStatus } from '../../domain/messages/channel.ts';
import { courierNameOf } from '../../domain/rates/courier-name.ts';
import { DEFAULT_LANGUAGES, type Language, type StoreLogoAddress } from '../../domain/store.ts';
import type { Moment } from '../../domain/tracking/moments.ts';
import type { NdrReason } from '../../domain/tracking/reasons.ts';
import { column, columns, type RowOf } from '../../resources/columns.ts';
import { STORE_CONTACTS } from '../../resources/store.ts';
import type { AccountScope } from '../account-scope.ts';
import { SUMMED_LISTS, summedRows } from '../old-rows.ts';
import { BOOKED, recipient } from '../shipment-joins.ts';
import { sentenceColumn } from '../stored-sentence.ts';
import type { CodeContacts } from '../tracking/tracked-shipment.ts';
import { findLinkCodes } from '../tracking/tracking-links.ts';
import { isOn } from './message-settings.ts';

const MESSAGE = columns({
  messageId: column<string>(),
  shipmentId: column<string>(),
  moment: column<Moment>(),
  attempt: column<number>(),
  channel: column<Channel>(),
  status: column<MessageStatus>(),
  eventAt: column<Date>(),
  createdAt: column<Date>(),
  sentAt: column<Date | null>(),
  /** The number of times that the message was sent to the provider. */
  tries: column<number>(),
  error: sentenceColumn(),
  fromName: column<string>(),
  storeId: column<string | null>(),
  ndrReason: column<NdrReason | null>(),
  /** The language of the message's text; null for older messages. */
  language: column<Language | null>(),
});
const { supportPhone, supportEmail, supportWhatsapp, siteUrl } = STORE_CONTACTS.fields;
const SUPPORT = columns({ supportPhone, supportEmail, supportWhatsapp, siteUrl });

/** A message with the current data of its shipment. */
export interface StoredMessage extends RowOf<typeof MESSAGE.fields> {
  /** The store's logo when the message was created. `isLight`: visible only on a dark background. */
  readonly logo:
    | (StoreLogoAddress & { readonly width: number; readonly height: number; readonly isLight: boolean })
    | null;
  /** The store's current colour. */
  readonly color: HexColor | null;
  readonly support: RowOf<typeof SUPPORT.fields>;
  /** Items for an email; empty for phone messages. */
  readonly items: readonly { readonly name: string; readonly units: number }[];
  /** The lines of the address; empty if it was erased. */
  readonly address: readonly string[];
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

const SELECT = `select ${MESSAGE.selected('m')}, m.logo_hash as "contentHash", m.logo_extension as extension,
    l.width, l.height, l.is_light as "isLight", st.brand_color as "brandColor", l.color as "logoColor",
    ${SUPPORT.selected('st')}, st.languages, c.last_name as "lastName", c.address, c.address_2 as "address2", c.city, c.state, c.pincode,
    case when m.channel = 'email' then (select json_agg(json_build_object('name', i.name, 'units', i.units) order by i.position)
      from order_items i where i.account_id = $1 and i.order_id = s.order_id) end as items,
    coalesce(w.subject, t.subject) as subject, coalesce(w.body, t.body) as text, w.template_id is not null as "isTranslated",
    o.display_id as "displayId", s.tracking_number as "trackingNumber", b.carrier_name as "carrierName", b.courier_name as "courierName",
    b.helpline, s.is_cod as "isCod", s.cod_amount_paise as "codAmountPaise", ${isOn('m.moment')} as "isOn",
    ml.payment_link as "paymentLink", ml.review_link as "reviewLink", s.expected_delivery_date as "expectedDate",
    case when m.channel = 'email' then c.email else c.phone end as "to", c.first_name as "firstName", c.phone, c.email, o.is_demo as "isDemo",
    coalesce(rq.another_day, '${USUAL_REQUEST_SETTINGS.anotherDay}') <> 'off' as "mayChooseDay"
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

const COUNT = 'select count(*) as total from messages m where m.account_id = $1';
const COUNT_BY_KIND = `select coalesce(sum(n), 0)::bigint as total from ${summedRows(SUMMED_LISTS.messages)} m
  where m.account_id = $1`;

export async function countMessages(scope: AccountScope, filters: MessageFilters): Promise<number> {
  const { conditions, parameters } = conditionsOf({ ...filters, before: null });
  const { shipmentId, status, from } = filters;
  const isByKind = [shipmentId, status, from].every((value) => value === null);
  const [row] = await scope.read<{ total: number }>(
    [isByKind ? COUNT_BY_KIND : COUNT, ...conditions].join(' and '),
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
    rows.map((row) => row.shipmentId),
  );
  return rows.map((row) => messageOfRow(row, codes.get(row.shipmentId) ?? null));
}

type Made = 'logo' | 'color' | 'support' | 'address' | 'template' | 'linkCode' | 'dayContacts';

interface MessageRow
  extends Omit<StoredMessage, Made | 'items' | 'languages'>,
    Pick<CodeContacts, 'phone' | 'email' | 'isDemo'>,
    RowOf<typeof SUPPORT.fields> {
  readonly contentHash: string | null;
  readonly extension: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly isLight: boolean | null;
  readonly brandColor: string | null;
  readonly logoColor: string | null;
  readonly languages: Language[] | null;
  readonly lastName: string | null;
  readonly address: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly pincode: string | null;
  readonly items: StoredMessage['items'] | null;
  readonly subject: string | null;
  readonly text: string | null;
  readonly courierName: string | null;
  readonly mayChooseDay: boolean;
}

function messageOfRow(row: MessageRow, linkCode: string | null): StoredMessage {
  const { contentHash, extension, width, height, isLight, brandColor, logoColor, ...ofMessage } = row;
  const { supportPhone, supportEmail, supportWhatsapp, siteUrl, ...ofCustomer } = ofMessage;
  const { lastName, address, address2, city, state, pincode, phone, email, isDemo, ...ofText } = ofCustomer;
  const { subject, text, courierName, mayChooseDay, ...message } = ofText;
  const name = [row.firstName, lastName].filter(Boolean).join(' ');
  const place = [city, state, pincode].filter(Boolean).join(', ');
  return {
    ...MESSAGE.read(message),
    logo:
      contentHash !== null && extension !== null && width !== null && height !== null
        ? { contentHash, extension, width, height, isLight: isLight ?? false }
        : null,
    color: brandColor ?? logoColor,
    support: { supportPhone, supportEmail, supportWhatsapp, siteUrl },
    items: row.items ?? [],
    address: [name, address, address2, place].filter((line) => line !== null && line !== '') as string[],
    languages: row.languages ?? DEFAULT_LANGUAGES,
    template: text === null ? null : { subject, text },
    linkCode,
    carrierName: courierName ?? (row.carrierName === null ? null : courierNameOf(row.carrierName)),
    dayContacts: mayChooseDay ? { phone, email, isDemo } : null,
  };
}
