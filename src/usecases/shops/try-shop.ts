import { shortHash } from '../../domain/orders/order-reference.ts';
import type { ShopContact, ShopOrder } from '../../domain/shops/shop-order.ts';
import { trackingAddress } from '../../domain/tracking/tracking-address.ts';
import { NotSentError } from '../../partners/partner.ts';
import { notFound } from '../../problems/problem.ts';
import type { Shop } from '../../shops/shop.ts';
import type { SentParcel, ShopAdapter } from '../../shops/shop-adapter.ts';
import { listParcelsOf } from '../../storage/shops/shop-parcels.ts';
import { findAnyShop, type StoredShop } from '../../storage/shops/shops.ts';
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
import { fulfilOnce } from './fulfil-once.ts';
import { type ShopParts, shopConnectionTo } from './open-shop.ts';

export type TrialShops = Service & Pick<ShopParts, 'shops' | 'shopTraffic' | 'sealing'>;

export interface ShopTrialWish {
  readonly shopId: string;
  /** The number of an order, with or without `#`, or its key in the shop. */
  readonly order: string;
  /** The address of this service, for the link in the fulfilment. */
  readonly publicUrl: string;
}

/** A trial that can begin: nothing was asked of the shop yet. */
export interface ShopTrial {
  readonly shop: Shop;
  readonly isUsualHost: boolean;
  run(options: Pick<TrialOptions, 'signal' | 'begins'>): Promise<TrialEnd>;
}

/** Orders are found by their number if they changed within this time. */
const RECENT_MS = 7 * 24 * 60 * 60_000;
const MOST_PAGES = 40;
/** A key of only digits that is shorter than this may be meant as a number. */
const LONG_KEY = 8;
const CANCELS: Repeats = { times: 4, afterMs: 5_000 };

/**
 * Prepares a trial of a shop with an order of its owner, which is told of a parcel that is taken back again. The customer is not told,
 * the order is not marked as paid, and nothing of the account changes.
 *
 * @throws Problem `not_found`
 * @throws StartupError with a sentence if the connection cannot be opened
 */
export async function planShopTrial(service: TrialShops, wish: ShopTrialWish): Promise<ShopTrial> {
  const stored = await findAnyShop(service.database, wish.shopId);
  if (stored === null) throw notFound('Shop');
  const { shop, connection } = openedForTrial({ title: stored.shop }, () =>
    shopConnectionTo(service, stored),
  );
  return {
    shop,
    isUsualHost: isUsualHost(shop, connection.settings),
    run: ({ signal, begins }) => {
      const trial = new Trial({
        ...{ now: service.now, sleep: service.shopTraffic.sleep, signal },
        title: shop.title,
        begins,
      });
      const adapter = shop.open({ ...connection, requests: trial.recorded(connection.requests) });
      const own = secretsIn(shop, connection.settings);
      return new ShopRun({ service, stored, shop, adapter, trial, wish, own }).steps();
    },
  };
}

interface ShopRunParts {
  readonly service: TrialShops;
  readonly stored: StoredShop;
  readonly shop: Shop;
  readonly adapter: ShopAdapter;
  readonly trial: Trial;
  readonly wish: ShopTrialWish;
  readonly own: TrialSecrets;
}

class ShopRun {
  readonly #parts: ShopRunParts;
  readonly #number: string;
  readonly #seen: ShopOrder[] = [];
  /** True from the request on, unless the shop certainly did nothing. */
  #isTold = false;
  #fulfilmentKey: string | null = null;
  readonly #leftOver: string[] = [];

  constructor(parts: ShopRunParts) {
    this.#parts = parts;
    this.#number = `DAKIYATEST${shortHash(parts.service.newId())}`;
  }

  async steps(): Promise<TrialEnd> {
    const { trial } = this.#parts;
    await trial.step('check', 'asks', (signal) => this.#check(signal));
    await trial.step('order', 'asks', (signal) => this.#read(signal));
    await trial.step('parcels', 'asks', async () => this.#judgeParcels());
    await trial.step('known fulfilments', 'asks', (signal) => this.#known(signal));
    await trial.step('fulfil', 'makes', (signal) => this.#fulfil(signal));
    await trial.step('read back', 'asks', (signal) => this.#readBack(signal));
    await trial.step('fulfil again', 'makes', (signal) => this.#fulfilAgain(signal));
    await this.#takeBack();
    return {
      steps: trial.steps,
      leftOver: this.#leftOver,
      trackingNumbers: [this.#number],
      secrets: this.#secrets(),
    };
  }

  get #order(): ShopOrder {
    const order = this.#seen.at(-1);
    if (order === undefined) throw new Error('no order was read');
    return order;
  }

  async #check(signal: AbortSignal): Promise<StepOutcome> {
    const { ok, message } = await this.#parts.adapter.check(signal);
    return ok ? 'passed' : { failed: message.text };
  }

  async #read(signal: AbortSignal): Promise<StepOutcome> {
    const { adapter, service, stored, wish } = this.#parts;
    const found = await this.#find(wish.order.trim(), signal);
    if (typeof found === 'string') return this.#failed(found);
    const order = await adapter.order(found.orderKey, signal);
    if (order === null) return this.#failed(`has no order ${wish.order}`);
    this.#seen.push(order);
    const parcels = await listParcelsOf(
      service.database.account(stored.accountId),
      stored.shopId,
      order.orderKey,
    );
    if (parcels.some(({ orderId, shipmentId }) => orderId !== null || shipmentId !== null))
      return { failed: 'this service has an order and a shipment for it: place another order for the test' };
    if (order.state !== 'open')
      return this.#failed(`has the order as ${order.state}, and not as open: place another one for the test`);
    return 'passed';
  }

  /** Finds the one order that is meant. A text is the reason why it is not found. */
  async #find(named: string, signal: AbortSignal): Promise<ShopOrder | string> {
    const bare = withoutSign(named);
    const byKey = bare === named ? await this.#byKey(bare, signal) : null;
    const keyed = byKey instanceof Error ? null : byKey;
    if (keyed !== null && withoutSign(keyed.number) === bare) return keyed;
    const numbered = await this.#byNumber(bare, signal);
    const [first, ...others] = [...(keyed === null ? [] : [keyed]), ...numbered];
    if (first === undefined) {
      if (byKey instanceof Error) throw byKey;
      return `has no order ${named} that changed within the last seven days: name it by its key`;
    }
    if (others.length > 0)
      return `has several orders that ${named} may mean: write # before a number, or name it by its key`;
    if (keyed !== null && /^\d+$/.test(bare) && bare.length < LONG_KEY)
      return `has no order with the number ${named}, but another one with this key: name that by its number`;
    return first;
  }

  async #byKey(key: string, signal: AbortSignal): Promise<ShopOrder | Error | null> {
    if (!/^[\w-]+$/.test(key)) return null;
    return this.#parts.adapter.order(key, signal).catch((error: Error) => error);
  }

  async #byNumber(number: string, signal: AbortSignal): Promise<ShopOrder[]> {
    const { adapter, service } = this.#parts;
    const time = new Date(service.now().getTime() - RECENT_MS);
    const found = new Map<string, ShopOrder>();
    let cursor: string | null = null;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const read = await adapter.changedOrders({ time, cursor }, signal);
      for (const order of read.orders) {
        if (withoutSign(order.number) === number) found.set(order.orderKey, order);
      }
      cursor = read.cursor;
      if (cursor === null) break;
    }
    return [...found.values()];
  }

  #judgeParcels(): StepOutcome {
    const { parcels } = this.#order;
    if (parcels.length === 0) return this.#failed('has nothing to ship in this order');
    return parcels.every(({ items }) => items.length > 0)
      ? 'passed'
      : this.#failed('has a parcel without items');
  }

  async #known(signal: AbortSignal): Promise<StepOutcome> {
    const { adapter } = this.#parts;
    if ((await adapter.fulfilments(this.#order.orderKey, signal)).length > 0)
      return this.#failed('has a fulfilment of this order already: place another order for the test');
    if (adapter.cancelFulfilment === undefined)
      return this.#failed('cannot take a fulfilment back, so it is told of none');
    return 'passed';
  }

  async #fulfil(signal: AbortSignal): Promise<StepOutcome> {
    this.#isTold = true;
    try {
      const answer = await this.#parts.adapter.fulfil(this.#parcel(), signal);
      if (answer.outcome === 'done') {
        this.#fulfilmentKey = answer.fulfilmentKey;
        return 'passed';
      }
      this.#isTold = false;
      return this.#failed(answer.reason.text);
    } catch (error) {
      if (error instanceof NotSentError) this.#isTold = false;
      throw error;
    }
  }

  #parcel(): SentParcel {
    const { orderKey, parcels } = this.#order;
    const [parcel] = parcels;
    return {
      orderKey,
      parcelKey: parcel?.parcelKey ?? '',
      items: (parcel?.items ?? []).map(({ lineKey, units }) => ({ lineKey, units })),
      trackingNumber: this.#number,
      courierName: 'Test of Dakiya',
      trackingUrl: trackingAddress(this.#parts.wish.publicUrl, this.#number),
      notifiesCustomer: false,
    };
  }

  async #readBack(signal: AbortSignal): Promise<StepOutcome> {
    const known = await this.#parts.adapter.fulfilments(this.#order.orderKey, signal);
    const ours = known.filter(({ trackingNumber }) => trackingNumber === this.#number);
    const [first] = ours;
    if (first === undefined) return this.#failed('does not show the fulfilment that it took');
    if (ours.length > 1) return this.#failed(`shows the fulfilment ${ours.length} times`);
    if (first.fulfilmentKey !== this.#fulfilmentKey)
      return this.#failed('shows the fulfilment with another key than it gave');
    return known.length === 1 ? 'passed' : this.#failed('shows another fulfilment of this order');
  }

  /** As the service does it: the shop is asked first whether it knows the number. */
  async #fulfilAgain(signal: AbortSignal): Promise<StepOutcome> {
    const answer = await fulfilOnce(this.#parts.adapter, this.#parcel(), signal);
    return answer.outcome === 'refused' ? this.#failed(answer.reason.text) : this.#readBack(signal);
  }

  async #takeBack(): Promise<void> {
    const { trial, shop } = this.#parts;
    const kind = this.#isTold ? 'takes back' : 'makes';
    const results = [
      await trial.step('cancel', kind, () => trial.repeated(CANCELS, (signal) => this.#cancel(signal))),
      await trial.step('gone', kind, (signal) => this.#gone(signal)),
    ];
    if (this.#isTold && results.includes('failed'))
      this.#leftOver.push(
        `${shop.title} has, or may have, a fulfilment of the order ${this.#order.number} with the tracking number ${this.#number}: remove it there`,
      );
  }

  async #cancel(signal: AbortSignal): Promise<StepOutcome> {
    const { adapter } = this.#parts;
    const { orderKey } = this.#order;
    const known = await adapter.fulfilments(orderKey, signal);
    const keys = new Set([
      ...(this.#fulfilmentKey === null ? [] : [this.#fulfilmentKey]),
      ...known
        .filter(({ trackingNumber }) => trackingNumber === this.#number)
        .map(({ fulfilmentKey }) => fulfilmentKey),
    ]);
    for (const fulfilmentKey of keys) {
      const answer = await adapter.cancelFulfilment?.({ orderKey, fulfilmentKey }, signal);
      if (answer?.outcome === 'refused') return this.#failed(answer.reason.text);
    }
    return 'passed';
  }

  /** The shop wants the same goods shipped as before. */
  async #gone(signal: AbortSignal): Promise<StepOutcome> {
    const { adapter } = this.#parts;
    const before = this.#order;
    const known = await adapter.fulfilments(before.orderKey, signal);
    if (known.some(({ trackingNumber }) => trackingNumber === this.#number))
      return this.#failed('still shows the fulfilment that it took back');
    const after = await adapter.order(before.orderKey, signal);
    if (after?.state !== 'open') return this.#failed('does not have the order as open any more');
    return goodsOf(after) === goodsOf(before)
      ? 'passed'
      : this.#failed('does not want the same goods shipped as before');
  }

  #failed(what: string): StepOutcome {
    return { failed: `${this.#parts.shop.title} ${what}` };
  }

  #secrets(): TrialSecrets {
    const { own, wish } = this.#parts;
    const people = this.#seen.flatMap(({ buyer, recipient }) =>
      recipient === null ? [buyer] : [buyer, recipient],
    );
    return {
      words: [
        ...own.words,
        withoutSign(wish.order.trim()),
        ...this.#seen.flatMap(({ orderKey, number }) => [orderKey, withoutSign(number)]),
        ...people.flatMap(({ phone, email, pincode }) => [phone, email, pincode]),
        ...(this.#fulfilmentKey === null ? [] : [this.#fulfilmentKey]),
      ],
      texts: [...own.texts, ...people.flatMap(textsOf), ...this.#seen.flatMap(({ tags }) => tags)],
    };
  }
}

function withoutSign(number: string): string {
  return number.replace(/^#/, '');
}

function textsOf({ firstName, lastName, company, address1, address2, city, state }: ShopContact): string[] {
  return [firstName, lastName, company, address1, address2, city, state];
}

function goodsOf({ parcels }: ShopOrder): string {
  const units = parcels.flatMap(({ items }) => items.map((item) => `${item.lineKey} ${item.units}`));
  return units.toSorted().join(', ');
}
