import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { StandInClock } from '../../simulators/kit/stand-in.ts';
import { rupees } from '../../src/domain/rupees.ts';
import { PROGRESS_WORDS } from '../../src/domain/shops/progress.ts';
import type { ShopOrder } from '../../src/domain/shops/shop-order.ts';
import { type ShopRules, USUAL_CHECKOUT } from '../../src/domain/shops/shop-rules.ts';
import { LostAnswerError, NotSentError } from '../../src/partners/partner.ts';
import { Problem } from '../../src/problems/problem.ts';
import type { Shop, ShopWebhook } from '../../src/shops/shop.ts';
import {
  KeptOutError,
  type SentParcel,
  type ShopAdapter,
  type ShopOrderPage,
} from '../../src/shops/shop-adapter.ts';
import { decideParcel, type ParcelDecision } from '../../src/usecases/shops/parcel-request.ts';
import { type BreakingProxy, type ProxiedRequest, startBreakingProxy } from '../support/breaking-proxy.ts';
import { connectPartner } from '../support/partner-connection.ts';

type Maybe<T> = T | Promise<T>;

/** The customer of every order, with texts that are easily damaged on their way through a shop. */
export const CUSTOMER = {
  firstName: 'Ravi 🫖',
  lastName: 'अय्यर',
  address1: '4, Temple Street & <Lane> "O\'Neil"',
  address2: 'قرب المسجد, ஆலயம் அருகில்',
  city: 'Mumbai',
  /** The shop's own word or code for it. */
  state: /^(MH|Maharashtra)$/,
  pincode: '400001',
  country: 'IN',
  phone: '+919876500001',
  email: 'ravi@x.example',
} as const;

/** A running shop, a stand-in or a real one, which sells one product to `CUSTOMER`. */
export interface ShopUnderTest {
  readonly shop: Shop;
  readonly url: string;
  /** A right credential, and one that the shop never gave, without `base_url`. */
  readonly settings: Readonly<Record<string, string>>;
  readonly wrongSettings: Readonly<Record<string, string>>;
  readonly product: {
    readonly sku: string;
    readonly pricePaise: number;
    /** Null if the shop has no weights. */
    readonly grams: number | null;
  };
  /** The number of orders that do not fit into one page of `changedOrders`. */
  readonly manyOrders: number;
  /** An id that is no order's, in the shop's form. */
  readonly missingKey: string;

  /** The clock of a stand-in; absent for a real shop. */
  readonly clock?: StandInClock;

  /** The shop's time, for orders since now. */
  now(): Maybe<Date>;
  /** Lets a second pass in the shop. */
  later(): Maybe<void>;
  /** Orders units of the product, with cash on delivery or paid. @returns the key of the order */
  place(order: { readonly units: number; readonly isCod: boolean }): Maybe<string>;
  /** Orders a unit that is not paid and not paid on delivery; absent if the shop ships no such orders. */
  placeUnpaid?(): Maybe<string>;
  /** Ships units of an order as the people of the shop do; absent if the shop does not keep what they have shipped. */
  shipByHand?(orderKey: string, units: number): Maybe<void>;
  /** Puts an order into the bin, if the shop has one. */
  remove?(orderKey: string): Maybe<void>;
  /** Changes the pincode of the address to which an order goes. */
  changePincode(orderKey: string, pincode: string): Maybe<void>;
  cancel(orderKey: string): Maybe<void>;
  /** What the people of the shop see of an order. */
  look(orderKey: string): Maybe<SeenInShop>;
  /** Takes the credential back, and gives it again. */
  revoke(isRevoked: boolean): Maybe<void>;
  /** True for the request that makes a fulfilment. */
  isFulfilment(request: ProxiedRequest): boolean;
  /** If the shop has webhooks. */
  readonly hooks?: HooksUnderTest;
  stop(): Promise<void>;
}

export interface SeenInShop {
  readonly isPaid: boolean;
  readonly parcels: readonly {
    readonly trackingNumber: string;
    readonly trackingUrl: string;
    /** Absent if the shop does not keep which units are in a parcel. */
    readonly units?: number;
  }[];
  /** How often it was told where parcels are. */
  readonly progress: number;
}

export interface HooksUnderTest {
  /** The subscriptions that are on, by their address. */
  addresses(): Maybe<readonly string[]>;
  /** Switches one subscription to an address off, or removes it, as the shop does after failures. */
  drop(address: string): Maybe<void>;
  /** Waits until what was sent has arrived. */
  settled(): Promise<void>;
}

interface Opened extends ShopUnderTest {
  readonly proxy: BreakingProxy;
}

/**
 * The tests that the adapter of every shop must pass.
 *
 * @param faults false beside a real shop: its faults come from the proxy, as those of stand-ins do
 */
export function describeShop(
  name: string,
  start: () => Promise<ShopUnderTest>,
  { faults = true }: { readonly faults?: boolean } = {},
): void {
  describe(`the shop adapter ${name}`, () => {
    let under: Opened;

    beforeAll(async () => {
      const started = await start();
      under = { ...started, proxy: await startBreakingProxy(started.url) };
    });
    afterEach(() => under.proxy.heal());
    afterAll(async () => {
      await under?.proxy.stop();
      await under?.stop();
    });

    /** An adapter of a new connection. */
    const open = (settings = under.settings, url = under.proxy.url): ShopAdapter => {
      const connection = connectPartner(under.shop, { ...settings, base_url: url }, under.clock);
      onTestFinished(() => connection.close());
      return under.shop.open({ ...connection, shopId: connection.connectionId });
    };
    const placed = async (units = 1, isCod = true) => {
      const orderKey = await under.place({ units, isCod });
      return { orderKey, order: await read(open(), orderKey) };
    };
    /** What is collected for the parcels of an order, by the usual rules of the shop. */
    const codOf = (order: ShopOrder) =>
      decided(under.shop, order).reduce((sum, decision) => {
        if (decision.kind !== 'make') throw new Error(JSON.stringify(decision));
        return sum + Math.round(Number(decision.request.cod_collectible ?? 0) * 100);
      }, 0);
    const fulfilled = async (adapter: ShopAdapter, units = 1) => {
      const { orderKey, order } = await placed(units);
      const parcel = parcelOf(order);
      const answer = await adapter.fulfil(parcel, ample());
      if (answer.outcome !== 'done') throw new Error(answer.reason.text);
      return { orderKey, order, parcel, fulfilmentKey: answer.fulfilmentKey };
    };

    it('describes its settings, the address first and secrets without defaults', () => {
      const { settings, can, limits } = under.shop;
      expect(settings[0]).toMatchObject({ name: 'base_url', isRequired: true, isSecret: false });
      for (const { name: setting, isSecret, defaultValue, description } of settings) {
        expect(setting).toMatch(/^[a-z][a-z0-9_]*$/);
        expect(description.text).toMatch(/\S/);
        if (isSecret) expect(defaultValue).toBeNull();
      }
      expect(new Set(settings.map((setting) => setting.name)).size).toBe(settings.length);
      expect(Object.keys(limits.rates).length).toBeGreaterThan(0);
      expect(under.hooks !== undefined).toBe(can.webhooks);
    });

    it('has exactly the calls of its capabilities', () => {
      const { can, readWebhook } = under.shop;
      const adapter = open();
      expect(adapter.tellProgress !== undefined).toBe(can.progress);
      expect(adapter.cancelFulfilment !== undefined).toBe(can.cancelFulfilment);
      expect(adapter.markPaid !== undefined).toBe(can.markPaid);
      expect(adapter.subscribe !== undefined).toBe(can.webhooks);
      expect(adapter.unsubscribe !== undefined).toBe(can.webhooks);
      expect(readWebhook !== undefined).toBe(can.webhooks);
      expect(adapter.locations !== undefined).toBe(can.locations);
      expect(adapter.offerRates !== undefined).toBe(can.checkoutRates);
      expect(adapter.withdrawRates !== undefined).toBe(can.checkoutRates);
      expect(under.shop.checkout !== undefined).toBe(can.checkoutRates);
    });

    it('accepts a right credential, and reports a wrong or revoked one', async () => {
      expect(await open().check(ample())).toMatchObject({
        ok: true,
        message: { text: expect.stringMatching(/^[A-Z].*[^.]$/) },
      });
      await expect(open(under.wrongSettings).check(ample())).rejects.toSatisfy(isKeptOut);
      const adapter = open();
      const { orderKey, order } = await placed();
      await adapter.check(ample());
      await under.revoke(true);
      onTestFinished(() => under.revoke(false));
      await expect(adapter.check(ample())).rejects.toSatisfy(isKeptOut);
      await expect(adapter.order(orderKey, ample())).rejects.toSatisfy(isKeptOut);
      await expect(adapter.fulfil(parcelOf(order), ample())).rejects.toSatisfy(isKeptOut);
      await under.revoke(false);
      expect((await adapter.order(orderKey, ample()))?.orderKey).toBe(orderKey);
      expect((await under.look(orderKey)).parcels).toEqual([]);
    });

    it('reads an order that pays on delivery and an order that is paid', async () => {
      const { product, shop } = under;
      const [{ order }, { order: paid }] = [await placed(2), await placed(1, false)];
      expect(order).toMatchObject({ state: 'open', isTest: false, currency: 'INR' });
      expect(order.number).not.toBe('');
      const { state, ...customer } = CUSTOMER;
      const { phone, email, ...to } = order.recipient ?? order.buyer;
      expect(to).toMatchObject({ ...placeOf(customer), state: expect.stringMatching(state) });
      expect(phone.replace(/\D/g, '') || order.buyer.phone.replace(/\D/g, '')).toMatch(/9876500001$/);
      expect(email || order.buyer.email).toBe(CUSTOMER.email);
      expect(order.parcels).toHaveLength(1);
      expect(order.parcels[0]?.items).toMatchObject([
        {
          sku: product.sku,
          units: 2,
          totalPaise: 2 * product.pricePaise,
          gramsEach: product.grams,
        },
      ]);
      expect(shop.codMethods).toContain(order.payment.method);
      expect(order.payment.outstandingPaise).toBe(2 * product.pricePaise + order.chargesPaise);
      expect(paid).toMatchObject({ state: 'open', payment: { outstandingPaise: 0 } });
    });

    it('finds no order and no fulfilments for an unknown id', async () => {
      expect(await open().order(under.missingKey, ample())).toBeNull();
      expect(await open().fulfilments(under.missingKey, ample())).toEqual([]);
    });

    it('reads every changed order, the oldest change first, while orders change', async () => {
      const adapter = open();
      const time = await under.now();
      const keys = await Promise.all(
        Array.from({ length: under.manyOrders }, () => under.place({ units: 1, isCod: true })),
      );
      const moved = keys[0] ?? '';
      const all: ShopOrder[] = [];
      let cursor: string | null = null;
      for (let pages = 0; pages === 0 || cursor !== null; pages += 1) {
        const page: ShopOrderPage = await adapter.changedOrders({ time, cursor }, ample());
        if (pages === 0) expect(page.cursor).not.toBeNull();
        all.push(...page.orders);
        cursor = page.cursor;
        if (pages === 0) await under.later();
        if (pages === 0) await under.changePincode(moved, '400002');
        // A changed order moves to the end of the list, and those behind it move forward.
        const read = page.orders.at(-1)?.orderKey ?? moved;
        if (pages < 10 && read !== moved) await under.changePincode(read, '400003');
      }
      const known = new Set(all.map(({ orderKey }) => orderKey));
      expect(keys.filter((key) => !known.has(key))).toEqual([]);
      const times = all.map(({ changedAt }) => changedAt.getTime());
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      const latest = all.findLast(({ orderKey }) => orderKey === moved);
      expect((latest?.recipient ?? latest?.buyer)?.pincode).toBe('400002');
      expect(await adapter.order(moved, ample())).toEqual(latest);
      const next = await pagesOf(adapter, all.at(-1)?.changedAt ?? time);
      expect(next.map(({ orderKey }) => orderKey)).toContain(all.at(-1)?.orderKey);
    });

    it('reads a cancelled order as cancelled', async () => {
      const time = await under.now();
      const { orderKey } = await placed();
      await under.cancel(orderKey);
      expect((await read(open(), orderKey)).state).toBe('cancelled');
      const changed = await pagesOf(open(), time);
      expect(changed.findLast((order) => order.orderKey === orderKey)?.state).toBe('cancelled');
    });

    it('reads an order in the bin as cancelled, in the order of changes', async () => {
      if (under.remove === undefined) return;
      const time = await under.now();
      const [{ orderKey }, { orderKey: next }] = [await placed(), await placed()];
      await under.later();
      await under.remove(orderKey);
      await under.later();
      await under.changePincode(next, '400002');
      expect((await read(open(), orderKey)).state).toBe('cancelled');
      const changed = (await pagesOf(open(), time)).map((order) => [order.orderKey, order.state]);
      expect(changed.filter(([key]) => key === orderKey || key === next)).toEqual([
        [orderKey, 'cancelled'],
        [next, 'open'],
      ]);
    });

    it('asks a person about an order that is neither paid nor paid on delivery', async () => {
      expect(codOf((await placed()).order)).toBeGreaterThan(0);
      expect(codOf((await placed(1, false)).order)).toBe(0);
      if (under.placeUnpaid === undefined) return;
      const order = await read(open(), await under.placeUnpaid());
      const { method } = order.payment;
      const reason = `${rupees(order.payment.outstandingPaise)} is still to be paid, by ${method}, which is not cash on delivery`;
      expect(decided(under.shop, order)).toMatchObject([{ kind: 'ask', reasons: [{ text: reason }] }]);
    });

    it('collects the outstanding amount of an order once, also after a part was sent', async () => {
      if (!under.shop.can.partialFulfilments) return;
      const adapter = open();
      const { orderKey, order } = await placed(3);
      expect(codOf(order)).toBe(order.payment.outstandingPaise);
      await adapter.fulfil(parcelOf(order, 1), ample());
      const after = await read(adapter, orderKey);
      const toShip = after.parcels.flatMap(({ items }) => items);
      const here = toShip.reduce((sum, { totalPaise }) => sum + totalPaise, 0);
      expect(here + after.elsewherePaise).toBe(3 * under.product.pricePaise);
      const share = (after.payment.outstandingPaise * here) / (3 * under.product.pricePaise);
      expect(Math.abs(codOf(after) - share)).toBeLessThanOrEqual(1);
    });

    it('ships what others have not shipped, and collects its part of the cash', async () => {
      if (under.shipByHand === undefined) return;
      const adapter = open();
      const { orderKey, order } = await placed(3);
      await under.shipByHand(orderKey, 1);
      const rest = await read(adapter, orderKey);
      expect(rest).toMatchObject({ state: 'open', elsewherePaise: under.product.pricePaise });
      expect(rest.parcels.map(({ items }) => items.map(({ units }) => units))).toEqual([[2]]);
      expect(Math.abs(codOf(rest) - (order.payment.outstandingPaise * 2) / 3)).toBeLessThanOrEqual(1);
      expect(await adapter.fulfil(parcelOf(rest), ample())).toMatchObject({ outcome: 'done' });
      expect(await adapter.fulfilments(orderKey, ample())).toHaveLength(2);
    });

    it('gives the shop the tracking number and page of a parcel', async () => {
      const adapter = open();
      const { orderKey, parcel, fulfilmentKey } = await fulfilled(adapter, 2);
      expect(fulfilmentKey).not.toBe('');
      const { trackingNumber, trackingUrl } = parcel;
      expect(await adapter.fulfilments(orderKey, ample())).toEqual([{ fulfilmentKey, trackingNumber }]);
      const seen = (await under.look(orderKey)).parcels.map((one) => ({ units: 2, ...one }));
      expect(seen).toEqual([{ trackingNumber, trackingUrl, units: 2 }]);
      const untouched = await placed();
      expect(await adapter.fulfilments(untouched.orderKey, ample())).toEqual([]);
    });

    it('ships an order in several parcels if the shop has them', async () => {
      if (!under.shop.can.partialFulfilments) return;
      const adapter = open();
      const { orderKey, order } = await placed(3);
      const parcels = [parcelOf(order, 1), parcelOf(order, 2)];
      for (const parcel of parcels) {
        expect(await adapter.fulfil(parcel, ample())).toMatchObject({ outcome: 'done' });
      }
      const seen = (await under.look(orderKey)).parcels;
      for (const [index, { trackingNumber }] of parcels.entries()) {
        const same = seen.filter((one) => one.trackingNumber === trackingNumber);
        expect(same.map(({ units = index + 1 }) => units)).toEqual([index + 1]);
      }
      expect(await adapter.fulfilments(orderKey, ample())).toHaveLength(2);
    });

    it('tells each status of a parcel, and a repeated one once', async () => {
      const adapter = open();
      if (adapter.tellProgress === undefined) return;
      const { orderKey, fulfilmentKey, parcel } = await fulfilled(adapter);
      const { trackingNumber } = parcel;
      let before = (await under.look(orderKey)).progress;
      for (const [index, word] of PROGRESS_WORDS.entries()) {
        const happenedAt = new Date((await under.now()).getTime() - 60_000 + index * 1_000);
        const told = { orderKey, fulfilmentKey, trackingNumber, word };
        const progress = { ...told, happenedAt, notifiesCustomer: false };
        expect(await adapter.tellProgress(progress, ample())).toEqual({ outcome: 'done' });
        const after = (await under.look(orderKey)).progress;
        expect(after - before).toBeLessThanOrEqual(1);
        expect(await adapter.tellProgress(progress, ample())).toEqual({ outcome: 'done' });
        expect((await under.look(orderKey)).progress).toBe(after);
        before = after;
      }
      expect((await under.look(orderKey)).progress).toBeGreaterThan(0);
    });

    it('cancels a fulfilment, also repeatedly, and fulfils the order again', async () => {
      const adapter = open();
      if (adapter.cancelFulfilment === undefined) return;
      const { orderKey, fulfilmentKey } = await fulfilled(adapter);
      for (let time = 0; time < 2; time += 1) {
        expect(await adapter.cancelFulfilment({ orderKey, fulfilmentKey }, ample())).toEqual({
          outcome: 'done',
        });
      }
      expect(await adapter.fulfilments(orderKey, ample())).toEqual([]);
      expect((await under.look(orderKey)).parcels).toEqual([]);
      const parcel = parcelOf(await read(adapter, orderKey));
      expect(await adapter.fulfil(parcel, ample())).toMatchObject({ outcome: 'done' });
      expect((await under.look(orderKey)).parcels).toMatchObject([{ trackingNumber: parcel.trackingNumber }]);
    });

    it('marks an order as paid, also repeatedly', async () => {
      const adapter = open();
      if (adapter.markPaid === undefined) return;
      const { orderKey } = await placed();
      expect((await under.look(orderKey)).isPaid).toBe(false);
      for (let time = 0; time < 2; time += 1) {
        expect(await adapter.markPaid({ orderKey, isDone: true }, ample())).toEqual({ outcome: 'done' });
      }
      expect((await under.look(orderKey)).isPaid).toBe(true);
      expect((await read(adapter, orderKey)).payment.outstandingPaise).toBe(0);
    });

    it('lists the places of the shop, and names the place of each parcel', async () => {
      const adapter = open();
      if (adapter.locations === undefined) return;
      const locations = await adapter.locations(ample());
      for (const { name: place } of locations) expect(place).not.toBe('');
      const { order } = await placed();
      expect(locations.map(({ locationKey }) => locationKey)).toContain(order.parcels[0]?.locationKey);
    });

    it('subscribes to webhooks, repairs them, and removes only its own', async () => {
      const adapter = open();
      const { hooks } = under;
      if (hooks === undefined) return;
      const [bells, others] = [await startBells(), await startBells()];
      const secret = 'a-secret-of-the-connection';
      const on = async (address: string) => (await hooks.addresses()).filter((one) => one === address).length;
      await adapter.subscribe?.(others.url, secret, ample());
      const subscribe = () => adapter.subscribe?.(bells.url, secret, ample());
      const first = await subscribe();
      const topics = await on(bells.url);
      expect(topics).toBeGreaterThan(0);
      expect(first).toEqual({ outcome: 'done', mended: topics });
      expect(await subscribe()).toEqual({ outcome: 'done', mended: 0 });
      for (let time = 0; time < topics; time += 1) {
        await hooks.drop(bells.url);
        expect(await on(bells.url)).toBe(topics - 1);
        expect(await subscribe()).toEqual({ outcome: 'done', mended: 1 });
        expect(await on(bells.url)).toBe(topics);
      }
      const orderKey = await under.place({ units: 1, isCod: true });
      await hooks.settled();
      const settings = { ...under.settings, base_url: under.proxy.url };
      const ring = (hook: Partial<ShopWebhook>) =>
        under.shop.readWebhook?.({ headers: {}, body: Buffer.alloc(0), secret, settings, ...hook });
      const rung = bells.heard.filter((hook) => {
        const bell = ring(hook);
        return bell?.kind === 'order' && bell.orderKey === orderKey;
      });
      expect(rung.length).toBeGreaterThan(0);
      const [real] = rung;
      const forged = Buffer.concat([real?.body ?? Buffer.alloc(0), Buffer.from(' ')]);
      expect(() => ring({ ...real, body: forged })).toThrow(Problem);
      for (const body of [Buffer.alloc(0), Buffer.from('[]'), Buffer.from([0xff, 0xfe, 0])]) {
        expect(() => ring({ ...real, body })).toThrow(Problem);
      }
      // A webhook that is signed with an empty secret is refused: anybody can sign so.
      const body = real?.body ?? Buffer.alloc(0);
      const signature = createHmac('sha256', '').update(body).digest('base64');
      const names = Object.keys(real?.headers ?? {}).filter((name) => /signature|hmac/.test(name));
      expect(names).toHaveLength(1);
      const headers = { ...real?.headers, [names[0] ?? '']: signature };
      const unset = Object.fromEntries(Object.keys(settings).map((name) => [name, '']));
      expect(() => ring({ headers, body, secret: '', settings: unset })).toThrow(Problem);
      for (let time = 0; time < 2; time += 1) {
        expect(await adapter.unsubscribe?.(bells.url, ample())).toMatchObject({ outcome: 'done' });
      }
      expect([await on(bells.url), await on(others.url)]).toEqual([0, topics]);
      await adapter.unsubscribe?.(others.url, ample());
    });

    describe.runIf(faults).each([
      ['answers 401', 401, KeptOutError],
      ['answers 429', 429, NotSentError],
      ['answers 500', 500, LostAnswerError],
      ['answers 503', 503, LostAnswerError],
      ['answers with a page', 'html', LostAnswerError],
      ['cuts the connection', 'cut', LostAnswerError],
      ['cuts its answer', 'truncated', LostAnswerError],
      ['never answers', 'hang', LostAnswerError],
    ] as const)('where the shop %s', (_, how, Failure) => {
      it('fails in every call with the right error and reason', async () => {
        const { orderKey, order, fulfilmentKey } = await fulfilled(open());
        const at = { orderKey, fulfilmentKey, trackingNumber: 'DKY0' };
        const happenedAt = await under.now();
        const calls: Record<
          string,
          (adapter: ShopAdapter, signal: AbortSignal) => Promise<unknown> | undefined
        > = {
          check: (adapter, signal) => adapter.check(signal),
          changedOrders: (adapter, signal) =>
            adapter.changedOrders({ time: happenedAt, cursor: null }, signal),
          order: (adapter, signal) => adapter.order(orderKey, signal),
          fulfil: (adapter, signal) => adapter.fulfil(parcelOf(order), signal),
          fulfilments: (adapter, signal) => adapter.fulfilments(orderKey, signal),
          tellProgress: (adapter, signal) =>
            adapter.tellProgress?.({ ...at, word: 'delivered', happenedAt, notifiesCustomer: false }, signal),
          cancelFulfilment: (adapter, signal) => adapter.cancelFulfilment?.(at, signal),
          markPaid: (adapter, signal) => adapter.markPaid?.({ orderKey, isDone: true }, signal),
          subscribe: (adapter, signal) => adapter.subscribe?.('https://x.example/hook', 'secret', signal),
          unsubscribe: (adapter, signal) => adapter.unsubscribe?.('https://x.example/hook', signal),
          withdrawRates: (adapter, signal) => adapter.withdrawRates?.('https://x.example/rates', signal),
          locations: (adapter, signal) => adapter.locations?.(signal),
        };
        for (const [call, make] of Object.entries(calls)) {
          // The check fetches what is fetched once, such as a token.
          const adapter = open();
          await adapter.check(ample());
          under.proxy.break(how);
          const signal = how === 'hang' ? onceAsked(under.proxy) : ample();
          const failed = await make(adapter, signal)?.then(
            (answer) => ({ call, answer }),
            (error: unknown) => error,
          );
          under.proxy.heal();
          if (failed === undefined) continue;
          expect(failed, call).toBeInstanceOf(Failure);
          expect((failed as Error).message, call).toMatch(/^[a-z].*[^.]$/);
          if (how === 429) expect((failed as NotSentError).waitMs, call).toBeGreaterThan(0);
        }
      });
    });

    it('reports that nothing was sent to a shop that accepts no connection', async () => {
      const { order } = await placed();
      const adapter = open(under.settings, 'http://127.0.0.1:9');
      await expect(adapter.fulfil(parcelOf(order), ample())).rejects.toBeInstanceOf(NotSentError);
      await expect(adapter.check(ample())).rejects.toBeInstanceOf(NotSentError);
    });

    it.each(['cut', 'truncated'] as const)(
      'has given the shop a parcel once when the answer is lost: %s',
      async (how) => {
        const adapter = open();
        const { orderKey, order } = await placed();
        const parcel = parcelOf(order);
        under.proxy.break(how, under.isFulfilment);
        await expect(adapter.fulfil(parcel, ample())).rejects.toBeInstanceOf(LostAnswerError);
        expect(under.proxy.passed.filter(under.isFulfilment)).toHaveLength(1);
        under.proxy.heal();
        const known = await adapter.fulfilments(orderKey, ample());
        expect(known.map(({ trackingNumber }) => trackingNumber)).toEqual([parcel.trackingNumber]);
      },
    );
  });
}

function decided({ name, codMethods }: Shop, order: ShopOrder): ParcelDecision[] {
  const rules: ShopRules = {
    ...{ warehouseId: 'main', locations: [], codMethods, skipTags: [], skipSkus: [], skuSizes: [] },
    usualParcel: { weight: 0.5, length: 20, breadth: 15, height: 10 },
    usualItemWeight: null,
    booking: 'none',
    fastestAtMostPaise: null,
    preferredCarriers: [],
    confirmCodAbovePaise: null,
    ...{ customerNews: 'dakiya', completePrepaid: 'delivered', completeCash: 'remitted' },
    checkout: USUAL_CHECKOUT,
  };
  const ours = {
    displayId: order.number,
    channel: name,
    storeName: 'Tea',
    isConfirmed: false,
    mended: {},
    bookedShares: new Map(),
  };
  return order.parcels.map((parcel) => decideParcel({ order, parcel, ...ours }, rules));
}

/** For a call that is answered, however busy the machine is. */
function ample(): AbortSignal {
  return AbortSignal.timeout(60_000);
}

/** Ends a call once its request has arrived; an earlier end would mean that nothing was sent. */
function onceAsked(proxy: BreakingProxy): AbortSignal {
  const ending = new AbortController();
  const before = proxy.passed.length;
  // biome-ignore lint/plugin: looks until the request has arrived
  const timer = setInterval(() => {
    if (proxy.passed.length > before) ending.abort(new DOMException('timed out', 'TimeoutError'));
  }, 20);
  const end = () => clearInterval(timer);
  ending.signal.addEventListener('abort', end);
  onTestFinished(end);
  return ending.signal;
}

function isKeptOut(error: unknown): boolean {
  expect(error).toBeInstanceOf(KeptOutError);
  expect((error as Error).message).toMatch(/^[a-z].*[^.]$/);
  return true;
}

async function read(adapter: ShopAdapter, orderKey: string): Promise<ShopOrder> {
  const order = await adapter.order(orderKey, ample());
  if (order === null) throw new Error(`there is no order ${orderKey}`);
  return order;
}

async function pagesOf(adapter: ShopAdapter, time: Date, from: string | null = null): Promise<ShopOrder[]> {
  const orders: ShopOrder[] = [];
  let cursor = from;
  for (let page = 0; page < 1_000; page += 1) {
    const read = await adapter.changedOrders({ time, cursor }, ample());
    expect(read.unreadable).toEqual([]);
    orders.push(...read.orders);
    cursor = read.cursor;
    if (cursor === null) return orders;
  }
  throw new Error('the pages have no end');
}

let parcels = 0;

/** @param units all by default */
function parcelOf({ orderKey, parcels: [parcel] }: ShopOrder, units?: number): SentParcel {
  parcels += 1;
  const trackingNumber = `DKY${String(parcels).padStart(9, '0')}`;
  return {
    orderKey,
    parcelKey: parcel?.parcelKey ?? '',
    items: (parcel?.items ?? []).map((item) => ({ lineKey: item.lineKey, units: units ?? item.units })),
    trackingNumber,
    courierName: 'Delhivery Surface',
    trackingUrl: `https://track.example/track/${trackingNumber}`,
    notifiesCustomer: false,
  };
}

function placeOf({ phone: _, email: __, ...place }: Omit<typeof CUSTOMER, 'state'>) {
  return place;
}

/** Takes webhooks on loopback. */
async function startBells() {
  const heard: Pick<ShopWebhook, 'headers' | 'body'>[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    heard.push({ headers: request.headers as ShopWebhook['headers'], body: Buffer.concat(parts) });
    response.writeHead(200).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/shop-events/x`, heard };
}
