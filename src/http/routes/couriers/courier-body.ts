import { type Static, Type } from 'typebox';
import type { Courier, CourierAccountView } from '../../../usecases/couriers/courier-account-view.ts';
import { SentenceBody, sentenceField } from '../../sentence-body.ts';

const Time = Type.String({ format: 'date-time' });
const OrNull = { anyOf: [{ type: 'string' }, { type: 'null' }] } as const;

const Setting = Type.Object(
  {
    name: Type.String(),
    required: Type.Boolean(),
    secret: Type.Boolean({ description: 'Never shown again.' }),
    default: Type.Union([Type.String(), Type.Null()]),
    description: Type.String(),
    description_details: SentenceBody,
  },
  { title: 'CourierSetting' },
);

const Can = Type.Object(
  {
    reverse: Type.Boolean({ description: 'Whether it picks up returns from customers.' }),
    qc: Type.Boolean({ description: 'Whether it checks returned goods at the door.' }),
    separate_rto_address: Type.Boolean(),
    changes: Type.Boolean({ description: 'Whether a booking can be changed.' }),
    own_label_required: Type.Boolean(),
    on_label: Type.Array(Type.String(), {
      description: 'The details that it requires on our labels: `gstin`, `invoice`, `order_barcode`.',
    }),
    pickup_requests: Type.Boolean(),
    manifests: Type.Boolean(),
    cod: Type.Boolean(),
    air: Type.Boolean(),
    warehouses: Type.Boolean({ description: 'Whether warehouses must be registered with it first.' }),
    push: Type.Boolean({ description: 'Whether it pushes scans.' }),
    serviceability: Type.Boolean({
      description: 'Whether it is asked before a booking if it serves the pincode.',
    }),
    polling: Type.Boolean({ description: 'Whether it is polled for scans.' }),
    charges: Type.Boolean({ description: 'Whether it reports the charge of a parcel.' }),
    cod_limit: Type.Union([Type.Number(), Type.Null()], { description: 'Rupees.' }),
    max_weight_g: Type.Union([Type.Integer(), Type.Null()]),
    reference_length: Type.Integer({ description: 'The longest order reference, in characters.' }),
  },
  { title: 'CourierCapabilities' },
);

const CourierBody = Type.Object(
  { courier: Type.String(), name: Type.String(), settings: Type.Array(Setting), can: Can },
  { title: 'Courier' },
);

const COURIER = {
  courier: 'delhivery',
  name: 'Delhivery',
  settings: [
    {
      name: 'base_url',
      required: true,
      secret: false,
      default: 'https://track.delhivery.com',
      description: 'Where Delhivery is asked.',
      description_details: {
        message: 'Where Delhivery is asked.',
        template: 'delhivery_base_url',
        values: {},
      },
    },
  ],
  can: {
    reverse: true,
    qc: true,
    separate_rto_address: true,
    changes: true,
    own_label_required: false,
    on_label: ['gstin', 'invoice', 'order_barcode'],
    pickup_requests: true,
    manifests: true,
    cod: true,
    air: true,
    warehouses: true,
    push: true,
    serviceability: true,
    polling: true,
    charges: true,
    cod_limit: null,
    max_weight_g: null,
    reference_length: 50,
  },
};

export const CourierList = Type.Object(
  { data: Type.Array(CourierBody) },
  { examples: [{ data: [COURIER] }] },
);

export function courierBody({ name, title, settings, can }: Courier): Static<typeof CourierBody> {
  return {
    courier: name,
    name: title,
    settings: settings.map((setting) => ({
      name: setting.name,
      required: setting.isRequired,
      secret: setting.isSecret,
      default: setting.defaultValue,
      ...sentenceField('description', setting.description),
    })),
    can: {
      reverse: can.reverse,
      qc: can.qc,
      separate_rto_address: can.separateRtoAddress,
      changes: can.changes,
      own_label_required: can.ownLabelRequired,
      on_label: [...can.onLabel],
      pickup_requests: can.pickupRequests,
      manifests: can.manifests,
      cod: can.cod,
      air: can.air,
      warehouses: can.warehouses,
      push: can.push,
      polling: can.polling !== null,
      serviceability: can.serviceability,
      charges: can.charges,
      cod_limit: can.codLimitPaise === null ? null : can.codLimitPaise / 100,
      max_weight_g: can.maxWeightGrams,
      reference_length: can.referenceLength,
    },
  };
}

const AccountBody = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    courier: Type.String(),
    name: Type.String(),
    settings: Type.Unsafe<CourierAccountView['settings']>({
      type: 'object',
      additionalProperties: {
        anyOf: [...OrNull.anyOf, { type: 'object', properties: { set: { type: 'boolean' } } }],
      },
      description: 'By name, as `GET /couriers` lists them. For a secret, only whether it is set.',
    }),
    needs_secrets: Type.Boolean({
      description: 'A secret is missing, or was encrypted with another `SECRETS_KEY`: enter it again.',
    }),
    accepted_at: Type.Union([Time, Type.Null()], {
      description:
        'When the last check found that the courier accepts the settings; null if it failed, or there was none since they changed.',
    }),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'CourierAccount' },
);

const EXAMPLE = {
  id: '01a1fc49-5ff0-737d-bb6d-4b1fd065ec47',
  courier: 'delhivery',
  name: 'Delhivery',
  settings: { base_url: 'https://track.delhivery.com', token: { set: true } },
  needs_secrets: false,
  accepted_at: '2026-11-22T04:30:00.000Z',
  created_at: '2026-11-22T04:30:00.000Z',
  updated_at: '2026-11-22T04:30:00.000Z',
};

export const OneCourierAccount = Type.Object({ data: AccountBody }, { examples: [{ data: EXAMPLE }] });

export const CourierAccountList = Type.Object(
  { data: Type.Array(AccountBody), meta: Type.Object({ total: Type.Integer() }) },
  { examples: [{ data: [EXAMPLE], meta: { total: 1 } }] },
);

export function courierAccountBody(account: CourierAccountView): Static<typeof AccountBody> {
  return {
    id: account.courierAccountId,
    courier: account.courier,
    name: account.name,
    settings: account.settings,
    needs_secrets: account.needsSecrets,
    accepted_at: account.acceptedAt?.toISOString() ?? null,
    created_at: account.createdAt.toISOString(),
    updated_at: account.updatedAt.toISOString(),
  };
}

export const CourierCheckBody = Type.Object(
  {
    data: Type.Object(
      {
        ok: Type.Boolean(),
        answered: Type.Boolean({
          description: 'Whether the courier answered; if not, the settings may still be right: check again.',
        }),
        message: Type.String({ description: 'A sentence for people.' }),
        message_details: SentenceBody,
      },
      { title: 'CourierCheck' },
    ),
  },
  {
    examples: [
      {
        data: {
          ok: true,
          answered: true,
          message: 'Delhivery takes the token',
          message_details: {
            message: 'Delhivery takes the token',
            template: 'partner_says',
            values: {
              partner: 'Delhivery',
              what: { type: 'sentence', template: 'takes_token', values: {}, text: 'takes the token' },
            },
          },
        },
      },
    ],
  },
);

export const CourierServicesBody = Type.Object({
  data: Type.Object(
    {
      added: Type.Array(
        Type.Object({
          carrier_id: Type.String({ examples: ['delhivery-s'] }),
          carrier_name: Type.String({ examples: ['Delhivery Surface'] }),
        }),
      ),
      known: Type.Integer({ description: 'Services that already were carriers.', examples: [1] }),
    },
    { title: 'CourierServices' },
  ),
});

export const PushAddressBody = Type.Object(
  {
    data: Type.Object(
      { url: Type.String({ description: 'Only this answer shows it.' }) },
      { title: 'PushAddress' },
    ),
  },
  {
    examples: [
      { data: { url: 'https://ship.example.in/carrier-events/delhivery/dky_0123456789abcdef_...' } },
    ],
  },
);
