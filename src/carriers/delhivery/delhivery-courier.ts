import { say } from '../../problems/sentence.ts';
import type { CarrierAdapter, CarrierScan } from '../carrier-adapter.ts';
import type { Courier, CourierConnection } from '../courier.ts';
import { LONGEST_ORDER } from './booking-body.ts';
import { DelhiveryAdapter } from './delhivery-adapter.ts';
import { LIMITS } from './limits.ts';
import { readPushedScans } from './scans.ts';

/** Delhivery's API for business-to-customer parcels ("B2C", "Express"). */
export class DelhiveryCourier implements Courier {
  readonly name = 'delhivery';
  readonly title = 'Delhivery';
  readonly trackingPage = 'https://www.delhivery.com/track-v2/package/{awb}';
  readonly settings = [
    {
      name: 'base_url',
      description: say(
        'delhivery_base_url',
        'Where Delhivery is asked. Its test host is https://staging-express.delhivery.com, with a token of its own.',
      ),
      isRequired: true,
      isSecret: false,
      defaultValue: 'https://track.delhivery.com',
    },
    {
      name: 'token',
      description: say(
        'delhivery_token',
        'The API token: in the Delhivery One panel under Settings, API Setup. A new one there ends this one at once.',
      ),
      isRequired: true,
      isSecret: true,
      isHeader: true as const,
      defaultValue: null,
    },
  ];
  readonly can = {
    reverse: true,
    qc: true,
    separateRtoAddress: true,
    changes: true,
    ownLabelRequired: false,
    // The courier's own packing slip has these.
    onLabel: ['gstin', 'invoice', 'order_barcode'] as const,
    pickupRequests: true,
    manifests: true,
    cod: true,
    air: true,
    warehouses: true,
    push: true,
    serviceability: true,
    polling: { batch: 50 },
    finding: { batch: 50 },
    // The courier allows five fetches of 10,000 in five minutes, which is 167 a second. New numbers cannot be
    // used at once, so the stock must last for more than a minute at that rate.
    allottedNumbers: { batch: 10_000, keep: 12_000 },
    charges: true,
    codLimitPaise: null,
    maxWeightGrams: null,
    referenceLength: LONGEST_ORDER,
  };
  readonly limits = LIMITS;
  readonly products = [
    { code: 'S', name: 'Delhivery Surface', isAir: false },
    { code: 'E', name: 'Delhivery Express', isAir: true },
  ];

  open(connection: CourierConnection): CarrierAdapter {
    return new DelhiveryAdapter(connection);
  }

  readPush(payload: unknown): CarrierScan[] {
    return readPushedScans(payload);
  }
}
