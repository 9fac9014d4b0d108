import type {
  Booked,
  BookingRequest,
  CarrierAdapter,
  CarrierAddress,
  CarrierBooking,
  ChargesRequest,
} from '../../carriers/carrier-adapter.ts';
import type { AllottedNumbers, Courier } from '../../carriers/courier.ts';
import { orderReference, shortHash } from '../../domain/orders/order-reference.ts';
import { NotSentError } from '../../partners/partner.ts';
import { notFound } from '../../problems/problem.ts';
import { StartupError } from '../../problems/startup-error.ts';
import type { Warehouse } from '../../resources/warehouse.ts';
import { WHOLE_SERVICE } from '../../storage/accounts/audit.ts';
import { type CourierAccount, listCourierAccountsWith } from '../../storage/couriers/courier-accounts.ts';
import { hasSampleData } from '../../storage/sample-data/sample-data.ts';
import { listWarehouses } from '../../storage/warehouses/warehouses.ts';
import { assertAccount } from '../accounts/accounts.ts';
import { addressOfWarehouse, courierWarehouseOf } from '../booking/courier-addresses.ts';
import { readPickupPlaces } from '../booking/pickup-places.ts';
import type { Service } from '../service.ts';
import {
  isUsualHost,
  openedForTrial,
  type Repeats,
  type StepOutcome,
  secretsIn,
  Trial,
  type TrialEnd,
  type TrialOptions,
  type TrialSecrets,
} from '../trial.ts';
import type { CourierParts } from './courier-parts.ts';
import { connectionTo } from './open-courier.ts';

export type TrialCouriers = Service &
  Pick<CourierParts, 'couriers' | 'courierTraffic' | 'registrations' | 'sealing'>;

export interface CourierTrialWish {
  readonly courierAccountId: string;
  /** Whose warehouse sends the parcel; null for the owner of the courier account. */
  readonly accountId: string | null;
  /** The warehouse, by its id or code; null if it is named by its pincode, or the only one. */
  readonly warehouse: string | null;
  readonly fromPincode: string | null;
  /** Null for the warehouse that sends it. */
  readonly toPincode: string | null;
  /** A person who knows of it; null for a warehouse. */
  readonly recipient: Omit<CarrierAddress, 'pincode'> | null;
  /** The courier's code of the service; empty for its usual one. */
  readonly courierProduct: string;
}

/** A trial that can begin: nothing was asked of the courier yet. */
export interface CourierTrial {
  readonly courier: Courier;
  readonly isUsualHost: boolean;
  run(options: Pick<TrialOptions, 'signal' | 'begins'>): Promise<TrialEnd>;
}

const PARCEL = { deadWeight: '100', length: '10', width: '10', height: '10' };
const PRICE_PAISE = 100_00;

/** A parcel that was just booked may not be known everywhere at once. */
const LOOKS: Repeats = { times: 4, afterMs: 5_000 };
/** Also what a courier does not cancel at once. */
const CANCELS: Repeats = { times: 4, afterMs: 5_000 };
/** How long a booking is looked for if its answer was lost: Delhivery needs a minute until it is sure. */
const SEARCHES: Repeats = { times: 13, afterMs: 10_000 };

/**
 * Prepares a trial of a courier account: a real parcel from a warehouse, which is cancelled again. Nothing of the account changes.
 *
 * @throws Problem `not_found`
 * @throws StartupError with a sentence if the parcel cannot be sent as wished
 */
export async function planCourierTrial(
  service: TrialCouriers,
  wish: CourierTrialWish,
): Promise<CourierTrial> {
  const account = await findAnyCourierAccount(service, wish.courierAccountId);
  const courier = service.couriers.named(account.courier);
  if (courier === null) throw notFound('Courier account');
  const accountId = await senderOf(service, account, wish.accountId);
  const scope = service.database.account(accountId);
  if (await hasSampleData(scope)) throw new StartupError('The account has sample data: remove that first');
  const warehouses = (await listWarehouses(scope)).filter(({ isActive }) => isActive);
  const warehouse = chooseWarehouse(warehouses, wish);
  const place = { adapter: courier.name, courierAccountId: account.courierAccountId };
  const places = await readPickupPlaces({ ...service, accountId }, warehouse, [place]);
  const refusal = places.refusalOf(place);
  if (refusal !== null) throw new StartupError(refusal.text);
  const delivery = recipientOf(warehouses, warehouse, wish);
  const words = [
    ...[warehouse.phone, warehouse.email, warehouse.gstNo ?? '', delivery.phone],
    ...[warehouse.zip, delivery.pincode, warehouse.code ?? ''],
  ];
  const texts = [
    ...[warehouse.name, warehouse.contactPerson, warehouse.streetAddress, warehouse.city, warehouse.state],
    ...[delivery.name, delivery.address, delivery.city, delivery.state, places.nameOf(place) ?? ''],
  ];
  const connection = openedForTrial(courier, () =>
    connectionTo(service, courier, account, { words: [...words, ...texts], isKnown: true }),
  );
  const ofSettings = secretsIn(courier, connection.settings);
  return {
    courier,
    isUsualHost: isUsualHost(courier, connection.settings),
    run: async ({ signal, begins }) => {
      const trial = new Trial({
        ...{ now: service.now, sleep: service.courierTraffic.sleep, signal },
        title: courier.title,
        begins,
      });
      const adapter = courier.open({
        ...connection,
        accountId,
        requests: trial.recorded(connection.requests),
        numbers: new OwnNumbers(),
      });
      const reference = service.newId();
      const name = orderReference(
        {
          displayId: `DAKIYA-TEST-${shortHash(reference)}`,
          journey: 'forward',
          attempt: 1,
          sharedBy: null,
        },
        courier.can.referenceLength,
      );
      const secrets = { words: [...words, ...ofSettings.words], texts: [...texts, ...ofSettings.texts] };
      const request: BookingRequest = {
        ...PARCEL,
        ...{ reference, accountId, carrierId: 'test', carrierCode: 'TEST', serviceLevel: 'standard' },
        ...{ displayId: name, orderReference: name, orderDate: service.now(), journey: 'forward' },
        courierProduct: wish.courierProduct,
        warehouse: courierWarehouseOf(warehouse, places.nameOf(place)),
        pickup: addressOfWarehouse(warehouse),
        delivery,
        ...{ codAmountPaise: 0, totalPricePaise: PRICE_PAISE, qcItems: [], returnReason: null },
        items: [
          {
            ...{ name: 'Test parcel', sku: null, units: 1, hsn: null, tax: null },
            sellingPricePaise: PRICE_PAISE,
          },
        ],
      };
      return new CourierRun({ service, courier, adapter, trial, request, secrets }).steps();
    },
  };
}

interface CourierRunParts {
  readonly service: TrialCouriers;
  readonly courier: Courier;
  readonly adapter: CarrierAdapter;
  readonly trial: Trial;
  readonly request: BookingRequest;
  readonly secrets: TrialSecrets;
}

class CourierRun {
  readonly #parts: CourierRunParts;
  /** Everything that the courier made. */
  readonly #made: CarrierBooking[] = [];
  #booked: Booked | null = null;
  /** True from the request on until it is known what came of it. */
  #isLost = false;
  readonly #leftOver: string[] = [];

  constructor(parts: CourierRunParts) {
    this.#parts = parts;
  }

  async steps(): Promise<TrialEnd> {
    const trial = this.#parts.trial;
    await trial.step('check', 'asks', (signal) => this.#check(signal));
    await trial.step('serves', 'asks', (signal) => this.#serves(signal));
    await trial.step('quote', 'asks', (signal) => this.#quote(signal), { isNeeded: false });
    const askedAt = this.#parts.service.now();
    await trial.step('book', 'makes', (signal) => this.#book(signal));
    if (this.#isLost) await this.#find(askedAt);
    await trial.step('label', 'asks', (signal) => this.#label(signal), { isNeeded: false });
    await trial.step('track', 'asks', (signal) => this.#track(signal), { isNeeded: false });
    await this.#cancelAll();
    return {
      steps: trial.steps,
      leftOver: this.#leftOver,
      trackingNumbers: [
        ...this.#made.flatMap(({ trackingNumber, courierOrderId }) => [trackingNumber, courierOrderId ?? '']),
        this.#parts.request.orderReference,
      ].filter((number) => number !== ''),
      secrets: this.#parts.secrets,
    };
  }

  async #check(signal: AbortSignal): Promise<StepOutcome> {
    const check = await this.#parts.adapter.check?.(signal);
    if (check === undefined) return 'not offered';
    return check.ok ? 'passed' : { failed: check.message.text };
  }

  async #serves(signal: AbortSignal): Promise<StepOutcome> {
    const service = await this.#parts.adapter.serves?.(this.#parts.request.delivery.pincode, signal);
    if (service === undefined || service === null) return 'not offered';
    return service.prepaid === null ? 'passed' : this.#failed(service.prepaid.text);
  }

  async #quote(signal: AbortSignal): Promise<StepOutcome> {
    if (this.#parts.adapter.charges === undefined) return 'not offered';
    const { warehouse, delivery } = this.#parts.request;
    const shipment: ChargesRequest = {
      ...this.#parts.request,
      originPincode: warehouse.pincode,
      destinationPincode: delivery.pincode,
      leg: 'out',
    };
    const charges = await this.#parts.adapter.charges(shipment, signal);
    return charges === null ? this.#failed('says no price for this parcel') : 'passed';
  }

  async #book(signal: AbortSignal): Promise<StepOutcome> {
    this.#isLost = true;
    try {
      const answer = await this.#parts.adapter.book(this.#parts.request, signal);
      this.#isLost = false;
      if (answer.outcome === 'refused') return this.#failed(answer.reason.text);
      this.#keep(answer);
      return 'passed';
    } catch (error) {
      if (error instanceof NotSentError) this.#isLost = false;
      throw error;
    }
  }

  #keep(booked: Booked): void {
    const { trackingNumber, surplus, courierOrderId } = booked;
    this.#booked = booked;
    this.#made.push({ ...this.#parts.request, trackingNumber, courierOrderId });
    for (const other of surplus) {
      this.#made.push({ ...this.#parts.request, trackingNumber: other, courierOrderId: null });
    }
  }

  /** Looks for the parcel of a booking without an answer. */
  async #find(askedAt: Date): Promise<void> {
    const lost = { ...this.#parts.request, askedAt };
    await this.#parts.trial.step('find', 'takes back', () =>
      this.#parts.trial.repeated(SEARCHES, async (signal) => {
        const found = await this.#parts.adapter.findBooking(lost, signal);
        if (found.outcome === 'too_early') return this.#failed('does not know yet whether it has the parcel');
        if (found.outcome === 'booked') this.#keep(found);
        else if (found.isAssumed) return this.#failed('cannot be asked whether it has the parcel');
        this.#isLost = false;
        return 'passed';
      }),
    );
    if (!this.#isLost) return;
    this.#leftOver.push(
      `${this.#parts.courier.title} may have a parcel with the order number ${this.#parts.request.orderReference}: look for it in its panel, and cancel it there`,
    );
  }

  async #label(signal: AbortSignal): Promise<StepOutcome> {
    const [booking] = this.#made;
    if (booking === undefined) return this.#failed('made no parcel');
    const sent = this.#booked?.label ?? null;
    if (sent !== null) return this.#judgedLabel(sent);
    if (this.#parts.adapter.label === undefined) return 'not offered';
    return this.#parts.trial.repeated(
      LOOKS,
      async (within) => {
        const label = await this.#parts.adapter.label?.(booking, within);
        if (label === null || label === undefined) return this.#failed('has no label for the parcel yet');
        return 'pdf' in label ? this.#judgedLabel(label.pdf) : 'passed';
      },
      signal,
    );
  }

  #judgedLabel(pdf: Buffer): StepOutcome {
    return pdf.subarray(0, 5).toString() === '%PDF-' ? 'passed' : this.#failed('gave a label that is no PDF');
  }

  async #track(signal: AbortSignal): Promise<StepOutcome> {
    if (this.#parts.adapter.track === undefined) return 'not offered';
    const [booking] = this.#made;
    if (booking === undefined) return this.#failed('made no parcel');
    return this.#parts.trial.repeated(
      LOOKS,
      async (within) => {
        const tracked = (await this.#parts.adapter.track?.([booking], within)) ?? [];
        const isKnown = tracked.some(({ trackingNumber }) => trackingNumber === booking.trackingNumber);
        return isKnown ? 'passed' : this.#failed('does not know the parcel in its tracking');
      },
      signal,
    );
  }

  /** Cancels everything that was made, and the first parcel once more: a repeat has to succeed. */
  async #cancelAll(): Promise<void> {
    for (const booking of this.#made) {
      const result = await this.#parts.trial.step('cancel', 'takes back', () =>
        this.#parts.trial.repeated(CANCELS, (signal) => this.#cancel(booking, signal)),
      );
      if (result === 'passed') continue;
      this.#leftOver.push(
        `${this.#parts.courier.title} did not confirm that the parcel ${booking.trackingNumber} is cancelled: cancel it in its panel`,
      );
    }
    const [first] = this.#made;
    const again = first === undefined ? ['cancel', 'cancel again'] : ['cancel again'];
    for (const name of again) {
      await this.#parts.trial.step(name, 'makes', async (signal) =>
        first === undefined ? this.#failed('made no parcel') : this.#cancel(first, signal),
      );
    }
  }

  async #cancel(booking: CarrierBooking, signal: AbortSignal): Promise<StepOutcome> {
    const answer = await this.#parts.adapter.cancel(booking, signal);
    switch (answer.outcome) {
      case 'done':
        return 'passed';
      case 'refused':
        return this.#failed(answer.reason.text);
      case 'turned_into_return':
        return this.#failed('sends the parcel back instead of cancelling it');
      case 'accepted': {
        const result = await this.#parts.adapter.actionResult?.(answer.actionId, signal);
        if (result?.outcome === 'done') return 'passed';
        return this.#failed('has not said yet that the parcel is cancelled');
      }
    }
  }

  #failed(what: string): StepOutcome {
    return { failed: `${this.#parts.courier.title} ${what}` };
  }
}

/** Tracking numbers for one parcel: the stock of the account is left alone. */
class OwnNumbers implements AllottedNumbers {
  readonly #taken = new Map<string, string>();
  readonly #closed = new Set<string>();

  async take(
    reference: string,
    fetch: (count: number) => Promise<readonly string[]>,
  ): Promise<string | null> {
    if (this.#closed.has(reference)) return null;
    const known = this.#taken.get(reference);
    if (known !== undefined) return known;
    const [fetched = null] = await fetch(1);
    if (fetched !== null) this.#taken.set(reference, fetched);
    return fetched;
  }

  async of(reference: string): Promise<string | null> {
    return this.#taken.get(reference) ?? null;
  }

  async close(references: readonly string[]): Promise<readonly (string | null)[]> {
    for (const reference of references) this.#closed.add(reference);
    return Promise.all(references.map((reference) => this.of(reference)));
  }
}

async function findAnyCourierAccount(
  { database, couriers }: TrialCouriers,
  courierAccountId: string,
): Promise<CourierAccount> {
  const names = couriers.connectable.map(({ name }) => name);
  const all = await listCourierAccountsWith(database, names);
  const found = all.find((account) => account.courierAccountId === courierAccountId);
  if (found === undefined) throw notFound('Courier account');
  return found;
}

/** The account whose warehouse sends the parcel. */
async function senderOf(
  service: TrialCouriers,
  { accountId: owner }: CourierAccount,
  wished: string | null,
): Promise<string> {
  if (owner !== WHOLE_SERVICE) {
    if (wished !== null && wished !== owner) throw notFound('Courier account');
    return owner;
  }
  if (wished === null)
    throw new StartupError(
      "This courier account is the operator's: say with --account whose warehouse sends the parcel",
    );
  await assertAccount(service, wished);
  return wished;
}

function chooseWarehouse(
  warehouses: readonly Warehouse[],
  { warehouse: named, fromPincode }: CourierTrialWish,
): Warehouse {
  const fitting = warehouses.filter(
    ({ warehouseId, code, zip }) =>
      (named === null || named === warehouseId || named === code) &&
      (fromPincode === null || fromPincode === zip),
  );
  const [first, second] = fitting;
  if (first === undefined) throw new StartupError('The account has no such active warehouse');
  if (second !== undefined)
    throw new StartupError(
      'The account has several such warehouses: name one with --from <pincode> or --warehouse <id>',
    );
  return first;
}

/** The recipient that was named, or a warehouse: nobody is made up. */
function recipientOf(
  warehouses: readonly Warehouse[],
  sender: Warehouse,
  { toPincode, recipient }: CourierTrialWish,
): CarrierAddress {
  if (recipient !== null) return { ...recipient, pincode: toPincode ?? sender.zip };
  if (toPincode === null || toPincode === sender.zip) return addressOfWarehouse(sender);
  const [place] = warehouses.filter(({ zip }) => zip === toPincode);
  if (place === undefined)
    throw new StartupError(
      `The account has no active warehouse with the pincode ${toPincode}: name a recipient who knows of it with --to-name, --to-phone, --to-address, --to-city and --to-state`,
    );
  return addressOfWarehouse(place);
}
