import { LABEL_ANSWER, type PartnerAnswer, smallAnswers } from '../../partners/partner.ts';
import { say } from '../../problems/sentence.ts';
import type { CarrierAdapter, CarrierScan } from '../carrier-adapter.ts';
import type { Courier, CourierConnection } from '../courier.ts';
import { EkartAdapter } from './ekart-adapter.ts';
import { readEkartPush } from './ekart-push.ts';
import { COD_LIMIT_PAISE } from './ekart-shipment.ts';

/** Ekart publishes no rate limits; this is our own choice. */
const OUR_LIMIT = { requests: 1_200, perMs: 60_000 };
const QUIET_MS = 30_000;

/** Ekart Elite (app.elite.ekartlogistics.in), by its published schema 3.8.8. */
export const EKART: Courier = {
  name: 'ekart',
  title: 'Ekart',
  trackingPage: 'https://app.elite.ekartlogistics.in/track/{awb}',
  settings: [
    {
      name: 'base_url',
      description: say('ekart_base_url', 'Where Ekart Elite is; it has no test host'),
      isRequired: true,
      isSecret: false,
      defaultValue: 'https://app.elite.ekartlogistics.in',
    },
    {
      name: 'client_id',
      description: say('ekart_client_id', 'The client id that Ekart gave you when it opened your account'),
      isRequired: true,
      isSecret: false,
      defaultValue: null,
    },
    {
      name: 'username',
      description: say('ekart_username', 'The user name of API access'),
      isRequired: true,
      isSecret: false,
      defaultValue: null,
    },
    {
      name: 'password',
      description: say('ekart_password', 'The password of API access'),
      isRequired: true,
      isSecret: true,
      defaultValue: null,
    },
    {
      name: 'seller_name',
      description: say('ekart_seller_name', "The seller on Ekart's papers; without it, the warehouse's name"),
      isRequired: false,
      isSecret: false,
      defaultValue: null,
    },
    {
      name: 'seller_address',
      description: say('ekart_seller_address', "The seller's billing address; without it, the warehouse's"),
      isRequired: false,
      isSecret: false,
      defaultValue: null,
    },
    {
      name: 'seller_gst_tin',
      description: say('ekart_seller_gst_tin', 'The GST number where the warehouse has none'),
      isRequired: false,
      isSecret: false,
      defaultValue: null,
    },
    {
      name: 'category_of_goods',
      description: say('ekart_category_of_goods', 'What you send, in a word: Apparel, Books'),
      isRequired: false,
      isSecret: false,
      defaultValue: 'General',
    },
  ],
  can: {
    reverse: true,
    qc: true,
    separateRtoAddress: true,
    changes: false,
    ownLabelRequired: true,
    onLabel: [],
    // A booking includes the pickup request.
    pickupRequests: false,
    manifests: true,
    cod: true,
    air: true,
    warehouses: true,
    push: true,
    serviceability: false,
    polling: { batch: 10 },
    finding: null,
    allottedNumbers: null,
    charges: true,
    codLimitPaise: COD_LIMIT_PAISE,
    maxWeightGrams: null,
    referenceLength: 50,
  },
  products: [
    { code: 'SURFACE', name: 'Ekart Surface', isAir: false },
    { code: 'EXPRESS', name: 'Ekart Express', isAir: true },
  ],
  limits: {
    rates: { any: OUR_LIMIT },
    timeoutsMs: { any: 15_000, label: 30_000 },
    answers: { ...smallAnswers('token', 'serviceability'), label: LABEL_ANSWER },
    // The outcome of a booking that timed out cannot be asked for, so the timeout is long: the call may have
    // to sign in first, twice.
    actionMs: 50_000,
    slowDown: ({ status }: PartnerAnswer) => (status === 429 ? QUIET_MS : null),
  },
  open: (connection: CourierConnection): CarrierAdapter => new EkartAdapter(connection),
  readPush: (payload: unknown): CarrierScan[] => readEkartPush(payload),
};
