import { LABEL_ANSWER, smallAnswers } from '../../partners/partner.ts';
import { say } from '../../problems/sentence.ts';
import type { Courier } from '../courier.ts';
import { ShiprocketAdapter } from './shiprocket-adapter.ts';
import { readShiprocketPush } from './shiprocket-answers.ts';
import { LONGEST_ORDER_ID } from './shiprocket-order.ts';

/** Shiprocket publishes no rate limits; this is our own choice. */
const OUR_LIMIT = { requests: 1_200, perMs: 60_000 };
const QUIET_MS = 60_000;

/** Shiprocket (apiv2.shiprocket.in): one account for most couriers, which are offered as products. */
export const SHIPROCKET: Courier = {
  name: 'shiprocket',
  title: 'Shiprocket',
  trackingPage: 'https://shiprocket.co/tracking/{awb}',
  settings: [
    {
      name: 'base_url',
      description: say(
        'shiprocket_base_url',
        'Where Shiprocket is; it has no test host, so that whatever is booked there is booked',
      ),
      isRequired: true,
      isSecret: false,
      defaultValue: 'https://apiv2.shiprocket.in/v1/external',
    },
    {
      name: 'email',
      description: say(
        'shiprocket_email',
        'Of an API user: Settings, API, Add New API User; another address than you sign in with',
      ),
      isRequired: true,
      isSecret: false,
      defaultValue: null,
    },
    {
      name: 'password',
      description: say('shiprocket_password', 'Of that API user, as Shiprocket showed it once'),
      isRequired: true,
      isSecret: true,
      defaultValue: null,
    },
  ],
  can: {
    reverse: true,
    qc: false,
    separateRtoAddress: false,
    changes: false,
    ownLabelRequired: true,
    onLabel: [],
    pickupRequests: true,
    manifests: true,
    cod: true,
    air: true,
    warehouses: true,
    push: true,
    serviceability: false,
    polling: { batch: 50 },
    finding: null,
    allottedNumbers: null,
    charges: true,
    codLimitPaise: null,
    maxWeightGrams: null,
    referenceLength: LONGEST_ORDER_ID,
  },
  limits: {
    rates: { any: OUR_LIMIT },
    timeoutsMs: { any: 20_000, assign: 30_000, label: 30_000, label_file: 30_000 },
    answers: { ...smallAnswers('login', 'wallet'), label_file: LABEL_ANSWER },
    // Covers creating the order, assigning the number, and the lookups between them.
    actionMs: 25_000,
    slowDown: ({ status }) => (status === 429 ? QUIET_MS : null),
  },
  pushAddress: { name: 'parcels', mustNotHave: ['shiprocket', 'kartrocket', 'sr', 'kr'] },
  open: (connection) => new ShiprocketAdapter(connection),
  readPush: readShiprocketPush,
};
