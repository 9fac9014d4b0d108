import { CHANNELS } from '../domain/messages/channel.ts';
import { MOMENTS } from '../domain/tracking/moments.ts';
import { StartupError } from '../problems/startup-error.ts';
import { courierCallsText } from './courier-calls-text.ts';
import { healthText } from './health-text.ts';
import { explanationText, importedRatesText, rateChangeText, revertText } from './rates-text.ts';

/** Sent values by the names of their fields. */
export type Given = Readonly<Record<string, unknown>>;

/** A command of the running service: the operation that it calls, and how its answer is shown. */
export interface CommandRow {
  /**
   * The command with its arguments: first those of the operation's path, in their order, then other fields by
   * their names, then `<file>` if the request's body is a file.
   */
  readonly words: string;
  readonly operation: string;
  /** What `dakiya --help` says about a command of no group. */
  readonly about?: string;
  /** `needed` is checked by the service; `none`: the command is about the whole service. Default: `needed`. */
  readonly account?: 'optional' | 'none';
  /** Options with another name than their field. A field such as `store_id` is the option `--store`. */
  readonly options?: Readonly<Record<string, string>>;
  /** The only fields that are options. Default: all. */
  readonly only?: readonly string[];
  /** Options that are not fields, with their JSON Schemas; `body` makes fields of them. */
  readonly more?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The list in the body of which the command gives one item: its fields stand for those of the body. */
  readonly item?: string;
  /** Makes the fields of the request from those that were given. */
  readonly body?: (given: Given) => Given;
  /** The operation that is called instead if no field was given. */
  readonly show?: string;
  /** Options that may be read from standard input. */
  readonly stdin?: readonly string[];
  /** The part of the answer's `data` that is shown, or its parts. Default: all. */
  readonly of?: string | readonly string[];
  /** The columns of a list. Default: every field that is not nested. */
  readonly columns?: readonly string[];
  /** The answer for people, if it is neither a table nor lines. */
  readonly text?: (data: unknown) => string | undefined;
  /** The answer is an import, whose end the command waits for. */
  readonly isImport?: true;
}

/** The groups of these commands, in the order of `dakiya --help`. */
export const GROUPS: Readonly<Record<string, string>> = {
  account: 'create and list accounts, the tenants of the service',
  key: 'create, list and revoke API keys',
  user: 'create, list and disable users, who sign in with a password',
  store: 'show the stores of an account and change their brands',
  manifest: 'manage manifests; see docs/how-to/hand-over-parcels.md',
  pickup: 'manage pickups; see docs/how-to/hand-over-parcels.md',
  carrier:
    'manage carriers, their credentials for scans, and simulated failures; see docs/reference/scans.md',
  courier: 'manage courier accounts; see docs/how-to/couriers',
  messages: 'manage messages to customers; see docs/how-to/send-messages.md',
  requests: 'manage customer requests from the tracking page; see docs/how-to/answer-customer-requests.md',
  webhook: 'manage webhooks and their deliveries; see docs/reference/webhooks.md',
  rates:
    'manage rate books: the default one, and the rates of an account (--account); see docs/how-to/maintain-rates.md',
  orders: 'import orders; see docs/how-to/import-orders.md',
  remittance: 'manage COD remittances; see docs/how-to/reconcile-money.md',
  'courier-invoice': "manage couriers' invoices; see docs/how-to/reconcile-money.md",
};

const STORE = ['id', 'store_name', 'brand_name', 'brand_color', 'support_phone'];
const MANIFEST = ['id', 'date', 'state', 'parcels', 'warehouse.name', 'carrier.name'];
const PICKUP = ['id', 'date', 'state', 'warehouse.name', 'carrier.name', 'courier_pickup_id', 'reason'];
const REQUEST = ['id', 'kind', 'state', 'order_id', 'tracking_number', 'answer'];
const WEBHOOK = ['id', 'enabled', 'failing_since', 'url', 'events', 'switched_off.why'];
const DELIVERY = ['id', 'created_at', 'event', 'state', 'tries', 'http_status', 'error'];
const VERSION = ['version', 'made_at', 'kind', 'added', 'changed', 'removed', 'made_by', 'source'];
const QUOTE = {
  journey: 'journey_type',
  from: 'origin_pincode',
  to: 'destination_pincode',
  weight: 'dead_weight',
  payment: 'payment_method',
  value: 'shipment_value',
  qc: 'qc_applicable',
};
const SETTING = ['moment', 'channel', 'enabled', 'inherited', 'is_default_text'];

export const COMMANDS: readonly CommandRow[] = [
  { words: 'account create <name>', operation: 'createAccount', account: 'none' },
  { words: 'account list', operation: 'listAccounts', account: 'none' },

  { words: 'key create', operation: 'createOperatorKey' },
  { words: 'key list', operation: 'listEveryKey' },
  { words: 'key revoke <key-id>', operation: 'revokeAnyKey', account: 'none' },

  { words: 'user create', operation: 'createOperatorUser', stdin: ['password'] },
  { words: 'user invite', operation: 'inviteUser' },
  { words: 'user list', operation: 'listEveryUser' },
  { words: 'user disable <user>', operation: 'disableUser', account: 'none' },
  { words: 'user enable <user>', operation: 'enableUser', account: 'none' },
  { words: 'user set-role <user> <role>', operation: 'setUserRole', account: 'none' },
  { words: 'user set-password <user>', operation: 'setUserPassword', account: 'none', stdin: ['password'] },
  { words: 'user password-link <user>', operation: 'makePasswordLink', account: 'none' },
  { words: 'user unlock <user>', operation: 'unlockUser', account: 'none' },

  { words: 'store list', operation: 'listStores', columns: STORE },
  { words: 'store set <store>', operation: 'updateStore' },

  { words: 'manifest list', operation: 'listManifests', columns: MANIFEST },
  { words: 'manifest create', operation: 'createManifest' },
  { words: 'manifest print <manifest>', operation: 'getManifestFile' },
  { words: 'manifest close <manifest>', operation: 'closeManifest' },
  { words: 'manifest reopen <manifest>', operation: 'reopenManifest' },
  { words: 'manifest take-out <manifest> <shipment_ids...>', operation: 'takeOutOfManifest' },
  { words: 'pickup list', operation: 'listPickups', columns: PICKUP },
  { words: 'pickup create', operation: 'createPickup' },

  { words: 'carrier list', operation: 'listEveryCarrier', account: 'optional' },
  { words: 'carrier credential create', operation: 'createCarrierCredential', account: 'none' },
  { words: 'carrier credential list', operation: 'listCarrierCredentials', account: 'none' },
  { words: 'carrier credential revoke <id>', operation: 'revokeCarrierCredential', account: 'none' },
  { words: 'carrier behave <how>', operation: 'configureOfflineCarrier', text: simulatedFailures },

  { words: 'courier list', operation: 'listOperatorCouriers', account: 'optional' },
  { words: 'courier add <courier> [settings...]', operation: 'createCourierAccount', account: 'optional' },
  { words: 'courier set <id> [settings...]', operation: 'updateCourierAccount', account: 'optional' },
  { words: 'courier check <id>', operation: 'checkCourierAccount', account: 'optional' },
  { words: 'courier sync <id>', operation: 'syncCourierProducts', account: 'optional' },
  { words: 'courier remove <id>', operation: 'deleteCourierAccount', account: 'optional' },
  { words: 'courier push-address <id>', operation: 'rotatePushAddress', account: 'optional' },
  { words: 'courier words', operation: 'listUnknownCourierWords', account: 'optional' },
  {
    words: 'courier teach <courier> <words> <status> [reason]',
    operation: 'teachCourierWords',
    account: 'none',
  },
  { words: 'courier taught', operation: 'listTaughtCourierWords', account: 'none' },
  { words: 'courier forget <courier> <words>', operation: 'forgetCourierWords', account: 'none' },
  {
    words: 'courier calls [courier_account]',
    operation: 'listCourierCalls',
    account: 'optional',
    text: courierCallsText,
  },

  { words: 'messages settings', operation: 'getMessageSettings', of: 'messages', columns: SETTING },
  {
    words: 'messages links',
    operation: 'changeMessageSettings',
    show: 'getMessageSettings',
    only: ['payment_link', 'review_link'],
    options: { payment: 'payment_link', review: 'review_link' },
    of: ['payment_link', 'review_link'],
  },
  { words: 'messages on', ...switched(true) },
  { words: 'messages off', ...switched(false) },
  { words: 'messages reset', ...switched(null) },

  { words: 'requests list', operation: 'listCustomerRequests', columns: REQUEST },
  { words: 'requests approve <request>', operation: 'approveCustomerRequest' },
  { words: 'requests reject <request>', operation: 'rejectCustomerRequest' },
  {
    words: 'requests settings',
    operation: 'changeCustomerRequestSettings',
    show: 'getCustomerRequestSettings',
  },

  { words: 'webhook list', operation: 'listWebhooks', columns: WEBHOOK },
  { words: 'webhook deliveries <webhook>', operation: 'listWebhookDeliveries', columns: DELIVERY },
  { words: 'webhook test <webhook>', operation: 'testWebhook', columns: DELIVERY },
  { words: 'webhook resend <webhook> <delivery>', operation: 'resendWebhookDelivery', columns: DELIVERY },

  {
    words: 'rates import <kind> <file>',
    operation: 'importRates',
    account: 'optional',
    only: ['dry_run'],
    text: importedRatesText,
  },
  { words: 'rates export <kind>', operation: 'exportRateCards', account: 'optional', only: [] },
  {
    words: 'rates set <kind> <cells...>',
    ...changedRow((edit) => ({ source: 'rates set', edits: [edit] })),
  },
  {
    words: 'rates remove <kind> [cells...]',
    ...changedRow(({ kind, cells = {} }) => ({
      source: 'rates remove',
      edits: [{ kind, cells, remove: true }],
    })),
  },
  { words: 'rates history', operation: 'listRateCardVersions', account: 'optional', columns: VERSION },
  { words: 'rates revert <version>', operation: 'revertRateBook', account: 'optional', text: revertText },
  {
    words: 'rates explain',
    operation: 'explainRates',
    account: 'optional',
    options: QUOTE,
    only: [...Object.values(QUOTE), 'at'],
    more: { size: { type: 'string', description: 'Length, width and height in centimetres: 20x15x10.' } },
    body: quoteFields,
    text: explanationText,
  },

  { words: 'orders import <file>', operation: 'importOrders', isImport: true },
  { words: 'remittance import <file>', operation: 'importRemittances', isImport: true },
  { words: 'courier-invoice import <file>', operation: 'importCourierInvoices', isImport: true },

  {
    words: 'status',
    operation: 'showHealth',
    about: 'show the state of the service: what waits, and for how long, over all accounts and processes',
    account: 'none',
    text: healthText,
  },
];

function simulatedFailures(failures: unknown): string | undefined {
  return Array.isArray(failures) && failures.length === 0 ? 'No failures are simulated' : undefined;
}

/** Switches messages of one moment or of all; null takes back a setting. */
function switched(enabled: boolean | null) {
  return {
    operation: 'changeMessageSettings',
    only: ['store_id'],
    more: { moment: { type: 'string', enum: MOMENTS }, channel: { type: 'string', enum: CHANNELS } },
    body: ({ moment, channel, ...owner }: Given): Given => {
      const moments = moment === undefined ? MOMENTS : [moment];
      const on = channel === undefined ? {} : { channel };
      return { ...owner, messages: moments.map((one) => ({ moment: one, ...on, enabled })) };
    },
    of: 'messages',
    columns: SETTING,
  };
}

/** Changes one row of a rate book. */
function changedRow(body: (given: Given) => Given) {
  return {
    operation: 'editRates',
    account: 'optional',
    item: 'edits',
    only: [],
    body,
    text: rateChangeText,
  } as const;
}

/** Makes the fields of a quote: without `--payment`, a parcel with a value is COD. */
function quoteFields({ size, ...given }: Given): Given {
  const sides = /^\s*([\d.]+)\s*[x*]\s*([\d.]+)\s*[x*]\s*([\d.]+)\s*$/i.exec(String(size ?? ''));
  if (sides === null) throw new StartupError('--size must be length x width x height such as 20x15x10');
  const [, length, width, height] = sides;
  const payment_method = given.shipment_value === undefined ? 'prepaid' : 'cod';
  return { journey_type: 'forward', payment_method, ...given, length, width, height };
}
