import { LABEL_ANSWER, smallAnswers } from '../../partners/partner.ts';
import { say } from '../../problems/sentence.ts';
import type { Courier } from '../courier.ts';
import { BlueDartAdapter } from './blue-dart-adapter.ts';
import { readBlueDartPush } from './blue-dart-answers.ts';

/** Blue Dart publishes no rate limits; this is our own choice. */
const OUR_LIMIT = { requests: 1_200, perMs: 60_000 };
const QUIET_MS = 30_000;

export const BLUE_DART: Courier = {
  name: 'blue_dart',
  title: 'Blue Dart',
  trackingPage: 'https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo={awb}',
  settings: [
    {
      name: 'base_url',
      description: say(
        'blue_dart_base_url',
        'The gateway; for tests https://apigateway-sandbox.bluedart.com',
      ),
      isRequired: true,
      isSecret: false,
      defaultValue: 'https://apigateway.bluedart.com',
    },
    {
      name: 'client_id',
      description: say('blue_dart_client_id', "The consumer key of your app on DHL's developer portal"),
      isRequired: true,
      isSecret: false,
      defaultValue: null,
    },
    {
      name: 'client_secret',
      description: say('blue_dart_client_secret', 'Its consumer secret'),
      isRequired: true,
      isSecret: true,
      isHeader: true,
      defaultValue: null,
    },
    {
      name: 'login_id',
      description: say('blue_dart_login_id', 'The login that Blue Dart gave you with the licence'),
      isRequired: true,
      isSecret: false,
      defaultValue: null,
    },
    {
      name: 'licence_key',
      description: say('blue_dart_licence_key', 'The licence key of shipping'),
      isRequired: true,
      isSecret: true,
      defaultValue: null,
    },
    {
      name: 'tracking_licence_key',
      description: say(
        'blue_dart_tracking_licence_key',
        'The licence key of tracking, where it is another one',
      ),
      isRequired: false,
      isSecret: true,
      defaultValue: null,
    },
    {
      name: 'customer_code',
      description: say('blue_dart_customer_code', 'Your customer code'),
      isRequired: true,
      isSecret: false,
      defaultValue: null,
    },
    {
      name: 'origin_area',
      description: say(
        'blue_dart_origin_area',
        'The three letters of the area where you send from: BOM, DEL',
      ),
      isRequired: true,
      isSecret: false,
      defaultValue: null,
    },
  ],
  can: {
    reverse: false,
    qc: false,
    separateRtoAddress: true,
    changes: false,
    ownLabelRequired: false,
    onLabel: [],
    pickupRequests: true,
    manifests: true,
    cod: true,
    air: true,
    warehouses: false,
    push: true,
    serviceability: false,
    polling: { batch: 20 },
    finding: null,
    allottedNumbers: null,
    charges: false,
    codLimitPaise: null,
    maxWeightGrams: null,
    referenceLength: 20,
  },
  products: [
    { code: 'E', name: 'Blue Dart Surface', isAir: false },
    { code: 'A', name: 'Blue Dart Apex', isAir: true },
    { code: 'D', name: 'Blue Dart Domestic Priority', isAir: true },
  ],
  limits: {
    rates: { any: OUR_LIMIT },
    timeoutsMs: { any: 20_000, waybill: 30_000 },
    answers: { ...smallAnswers('token', 'serviceability'), waybill: LABEL_ANSWER },
    // Only the answer to a booking has the label, so a shorter timeout would lose it. The call may have to
    // sign in first.
    actionMs: 55_000,
    slowDown: ({ status }) => (status === 429 ? QUIET_MS : null),
  },
  open: (connection) => new BlueDartAdapter(connection),
  readPush: readBlueDartPush,
};
