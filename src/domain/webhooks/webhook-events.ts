import { REQUEST_KINDS, REQUEST_STATES } from '../customer-requests/customer-request.ts';
import { NDR_REASONS } from '../tracking/reasons.ts';
import { GRANULAR_STATUSES, PUBLISHED_STATUSES, QC_STATUSES } from '../tracking/statuses.ts';

/*
 * The events that webhooks send, and the keys of their bodies, in JSON Schema. The OpenAPI document shows
 * them, and `EventData` types the code that makes a body, so the two cannot differ. Every key is always
 * present.
 */

const ID = { type: 'string', format: 'uuid' } as const;
const TEXT = { type: 'string' } as const;
const TEXT_OR_NULL = { type: ['string', 'null'] } as const;
const COUNT = { type: 'integer' } as const;
const EXAMPLE_TIME = '2026-11-22T10:02:11+05:30';
const TIME = { type: 'string', format: 'date-time', examples: [EXAMPLE_TIME] } as const;
const TIME_OR_NULL = { type: ['string', 'null'], format: 'date-time' } as const;

const amount = (example: number, description: string) =>
  ({ type: 'number', examples: [example], description: `${description}, in rupees.` }) as const;
const weight = (example: number, description: string) =>
  ({ type: 'number', examples: [example], description: `${description}, in grams.` }) as const;

const TRACKING_NUMBER = {
  ...TEXT_OR_NULL,
  examples: ['TITL61818056980'],
  description: 'The courier’s number (AWB); null before the shipment is booked.',
} as const;
const ORDER_ID = { ...ID, description: 'Our id of the order.' } as const;
const SHIPMENT_ID = { ...ID, description: 'Our id of the shipment.' } as const;
const COURIER = { ...TEXT, examples: ['Titlipath'], description: 'The courier’s name.' } as const;

/** The keys of `data` in every event about a shipment. */
const SHIPMENT = {
  shipment_id: SHIPMENT_ID,
  tracking_number: TRACKING_NUMBER,
  order_id: ORDER_ID,
  order_external_id: {
    ...TEXT,
    examples: ['CHAI-1001'],
    description: 'Your id of the order, as you sent it.',
  },
  order_display_id: { ...TEXT, examples: ['CHAI-1001'], description: 'The order id as people see it.' },
  status: { type: 'string', enum: PUBLISHED_STATUSES, description: 'The status of the shipment.' },
  sub_status: {
    type: ['string', 'null'],
    enum: [...GRANULAR_STATUSES, null],
    examples: [null],
    description: 'The granular status, if it says more than the status in the listing; as in the listing.',
  },
  carrier_name: { ...TEXT_OR_NULL, examples: ['Titlipath Lite 250 g'], description: 'The booked carrier.' },
  ndr_reason: {
    type: ['string', 'null'],
    enum: [...NDR_REASONS, null],
    examples: [null],
    description: 'Why the last delivery attempt failed.',
  },
  estimated_delivery_date: {
    ...TIME_OR_NULL,
    examples: ['2026-11-26T00:00:00+05:30'],
    description: 'The day on which delivery is expected now, as its first moment in India.',
  },
  original_edd: {
    ...TIME_OR_NULL,
    examples: ['2026-11-26T00:00:00+05:30'],
    description: 'The day on which delivery was expected at booking, as its first moment in India.',
  },
  shipment_type: {
    type: 'string',
    enum: ['forward', 'rto', 'return'],
    description: '`rto` once a forward parcel is on its way back to the sender.',
  },
  delivered_at: { ...TIME_OR_NULL, examples: [null], description: 'When it was delivered.' },
  tracking_url: {
    type: ['string', 'null'],
    format: 'uri',
    examples: ['https://ship.example.in/track/TITL61818056980'],
    description: 'The tracking page for the customer.',
  },
} as const;

const NEW_TRACKING = {
  type: 'object',
  description: 'The new entry of the history.',
  properties: {
    tracking_id: { ...ID, description: 'Our id of the entry.' },
    status: { type: 'string', enum: PUBLISHED_STATUSES, description: 'The status that the entry gives.' },
    sub_status: SHIPMENT.sub_status,
    event_date_time: { ...TIME, description: 'When it happened.' },
    location: { ...TEXT_OR_NULL, examples: ['Bengaluru'], description: 'Where it happened.' },
    remarks: {
      ...TEXT,
      examples: ['OUT FOR DELIVERY'],
      description:
        'The text of the scan; without one, the status in words. After a failed attempt, the reason follows.',
    },
  },
} as const;

/** The keys of `data` in both events about a customer request. */
const REQUEST = {
  request_id: { ...ID, description: 'Our id of the customer request.' },
  kind: { type: 'string', enum: REQUEST_KINDS, description: 'What the customer asks for.' },
  state: { type: 'string', enum: REQUEST_STATES, description: 'The state of the request.' },
  answer: { ...TEXT_OR_NULL, examples: [null], description: 'The answer to the customer.' },
  shipment_id: SHIPMENT_ID,
  tracking_number: TRACKING_NUMBER,
  order_id: { ...TEXT, examples: ['CHAI-1001'], description: 'The order id as people see it.' },
} as const;

export const WEBHOOKS = {
  status_change: { summary: 'The status of a shipment changed', data: SHIPMENT },
  tracking_addition: {
    summary: 'An entry was added to the history of a shipment',
    data: { ...SHIPMENT, new_tracking: NEW_TRACKING },
  },
  qc_update: {
    summary: 'The courier checked the goods of a return',
    data: {
      ...SHIPMENT,
      qc_status: { type: 'string', enum: QC_STATUSES, description: 'The result of the check.' },
      qc_failure_reason: { ...TEXT_OR_NULL, examples: [null], description: 'Why the goods failed.' },
      qc_images: {
        type: 'array',
        items: TEXT,
        examples: [[]],
        description: 'Links to the courier’s pictures of the goods.',
      },
    },
  },
  'order.created': { summary: 'An order was created', data: SHIPMENT },
  'shipment.booked': { summary: 'A courier accepted a shipment', data: SHIPMENT },
  'booking.failed': {
    summary: 'A booking failed after its outcome was unknown',
    data: {
      ...SHIPMENT,
      reason: {
        ...TEXT,
        examples: ['the courier has no such booking'],
        description: 'Why the booking failed.',
      },
    },
  },
  'remittance.recorded': {
    summary: 'A remittance of a courier was recorded',
    data: {
      remittance_id: { ...ID, description: 'Our id of the remittance.' },
      courier: COURIER,
      utr_no: { ...TEXT, examples: ['UTR26111500012'], description: 'The bank’s reference of the payment.' },
      remittance_date: {
        type: 'string',
        format: 'date',
        examples: ['2026-11-15'],
        description: 'The day of the payment.',
      },
      amount: amount(1497, 'What the courier paid'),
      cod_amount: amount(1497, 'What the courier should have collected for these shipments'),
      shipments: { ...COUNT, examples: [3], description: 'The number of shipments that it pays for.' },
      differences: {
        ...COUNT,
        examples: [0],
        description: 'The number of shipments that were paid with another amount.',
      },
    },
  },
  'weight_difference.raised': {
    summary: 'A courier charged a higher weight than was booked',
    data: {
      weight_difference_id: { ...ID, description: 'Our id of the weight difference.' },
      shipment_id: SHIPMENT_ID,
      tracking_number: { ...TEXT, examples: ['TITL61818056980'], description: 'The courier’s number (AWB).' },
      courier: COURIER,
      invoice_number: { ...TEXT, examples: ['INV-2026-11'], description: 'The courier’s invoice.' },
      our_weight: weight(500, 'The chargeable weight that was booked'),
      charged_weight: weight(1000, 'The weight that the courier charged'),
      our_amount: amount(52.4, 'The charge for the booked weight'),
      charged_amount: amount(81.9, 'What the courier charged'),
    },
  },
  'request.created': { summary: 'A customer made a request on the tracking page', data: REQUEST },
  'request.decided': { summary: 'A customer request was done, rejected, refused or outdated', data: REQUEST },
} as const;

export type WebhookEvent = keyof typeof WEBHOOKS;

export const WEBHOOK_EVENTS = Object.keys(WEBHOOKS) as readonly WebhookEvent[];

/** The keys around `data` in every body. */
export const WEBHOOK_FRAME = {
  event_id: { ...ID, description: 'The id of the event. A repeated delivery has the same id.' },
  event_timestamp: { ...TIME, description: 'When it happened.' },
} as const;

/** The headers of every delivery, with the contents of a signature by the Standard Webhooks specification. */
export const WEBHOOK_HEADERS = {
  'webhook-id': { ...ID, description: 'The same as `event_id`.' },
  'webhook-timestamp': {
    type: 'string',
    pattern: '^[0-9]+$',
    examples: ['1795321931'],
    description: 'When this try was made, in seconds since 1970.',
  },
  'webhook-signature': {
    type: 'string',
    pattern: '^v1,[A-Za-z0-9+/]+=*( v1,[A-Za-z0-9+/]+=*)*$',
    examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
    description:
      '`v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, by the secret of the webhook. Two, separated by a blank, for 24 hours after the secret was rotated.',
  },
} as const;

type Plain = { string: string; number: number; integer: number; boolean: boolean; null: null };

/** The value that a schema describes. */
type ValueOf<Schema> = Schema extends { readonly enum: readonly (infer Word)[] }
  ? Word
  : Schema extends { readonly properties: infer Keys }
    ? ValuesOf<Keys>
    : Schema extends { readonly items: infer Item }
      ? readonly ValueOf<Item>[]
      : Schema extends { readonly type: keyof Plain }
        ? Plain[Schema['type']]
        : Schema extends { readonly type: readonly (keyof Plain)[] }
          ? Plain[Schema['type'][number]]
          : never;

export type ValuesOf<Keys> = { readonly [Key in keyof Keys]: ValueOf<Keys[Key]> };

export type EventData<Event extends WebhookEvent> = ValuesOf<(typeof WEBHOOKS)[Event]['data']>;

/** An event with data that starts with the shipment's data. */
export type ShipmentEvent = {
  [Event in WebhookEvent]: (typeof WEBHOOKS)[Event]['data'] extends typeof SHIPMENT ? Event : never;
}[WebhookEvent];

export type ShipmentData = ValuesOf<typeof SHIPMENT>;

/**
 * States of a delivery to an endpoint. `waiting`: not tried yet, or in its first try; `retrying`: failed, and
 * will be tried again; `delivered`: accepted; `failed`: given up.
 */
export const DELIVERY_STATES = ['waiting', 'retrying', 'delivered', 'failed'] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];
