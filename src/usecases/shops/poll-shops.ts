import { SYSTEM } from '../../domain/actor.ts';
import type { ShopOrder } from '../../domain/shops/shop-order.ts';
import { isOwnId } from '../../partners/answer-fields.ts';
import { detailsOf, type Sentence, say } from '../../problems/sentence.ts';
import type { OrdersSince, ShopOrderPage } from '../../shops/shop-adapter.ts';
import { NOT_KEPT_ID, sentUnreadable } from '../../shops/shop-answers.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import type { TakenErrand } from '../../storage/couriers/errands.ts';
import { keepShopOrders, listRungOrders, ringShopOrders } from '../../storage/shops/shop-orders.ts';
import {
  findShop,
  keepPlace,
  pollAllSoon,
  SHOP_POLLS,
  type StoredShop,
  wakeShop,
} from '../../storage/shops/shops.ts';
import { type ErrandOutcome, FIRST_WAIT_MS, growingWait, roundOf, writtenBy } from '../couriers/errands.ts';
import type { MessageParts } from '../messages/messaging.ts';
import { enqueueNotices } from '../notices.ts';
import { changeBy, type Service } from '../service.ts';
import { askShop, type ShopParts } from './open-shop.ts';
import { areWebhooksDue, isUntold, seeWebhooks } from './see-webhooks.ts';
import { SILENT_MS } from './shop-health.ts';
import { SHOP_SILENT_NOTICE } from './shop-silent-notice.ts';

const PAGE_WITHIN_MS = 30_000;
/** A poll starts no page after this time, so that it ends before its claim does. If the shop has more, the next poll follows at once. */
const READ_FOR_MS = 60_000;
/** The wait after a poll with changes, and after one without; between failures, the wait grows up to the longer one. */
const BUSY_EVERY_MS = 60_000;
const QUIET_EVERY_MS = 5 * 60_000;
/** A shop dates a change before others can see it, so what happened last is read again. Only the shop's own times count for that. */
const READ_AGAIN_MS = 10_000;
/** A shop may no longer know a place in its list, for instance after an update. */
const TRIES_WITH_CURSOR = 6;
/** A credential that was refused for this long has been revoked; a shop may also refuse it while it is updated. */
const KEPT_OUT_MS = 60 * 60_000;

/** Reads the changed orders of each shop. This alone is enough: webhooks only make it quicker. */
export const pollShops = roundOf<typeof SHOP_POLLS, Service & ShopParts & MessageParts>({
  table: SHOP_POLLS,
  ask: poll,
  fails,
  settle,
});

/** To be called when a process starts: what shops told meanwhile may have reached nobody, and most shops tell it only once. */
export async function askShopsSoon({ database, now }: Service): Promise<void> {
  await pollAllSoon(database, now());
}

type Due = TakenErrand<typeof SHOP_POLLS>;
type Outcome = ErrandOutcome<typeof SHOP_POLLS>;

async function poll(service: Service & ShopParts & MessageParts, due: Due): Promise<Outcome> {
  const { accountId, shopId } = due;
  const shop = await findShop(service.database.account(accountId), shopId);
  if (shop === null || shop.stoppedAt !== null) return { done: {} };
  const pages = await readPages(service, shop, due);
  const now = service.now();
  if (pages.failure !== null) return failed(due, pages.failure, pages.read, now);
  if (areWebhooksDue(shop, pages.hasUntold, now)) await seeWebhooks(service, shop);
  const isBusy = pages.changed > 0;
  return {
    at: pages.isAll ? new Date(now.getTime() + (isBusy ? BUSY_EVERY_MS : QUIET_EVERY_MS)) : now,
    next: {
      ...pages.read,
      answeredAt: now,
      failure: null,
      failingSince: null,
      keptOutSince: null,
      toldAt: null,
      tries: 0,
      ...(isBusy && { lastOrderAt: now }),
    },
  };
}

function fails(service: Service, due: Due, reason: Sentence): Outcome {
  return failed(due, { reason, isKeptOut: false, isUnasked: false }, {}, service.now());
}

function failed(
  due: Due,
  { reason, isKeptOut, isUnasked }: Failure,
  read: Pages['read'],
  now: Date,
): Outcome {
  const failingSince = due.failingSince ?? now;
  const keptOutSince = isKeptOut ? (due.keptOutSince ?? now) : isUnasked ? due.keptOutSince : null;
  const lasts = (since: Date | null, ms: number) => since !== null && now.getTime() - since.getTime() >= ms;
  const isOver = isKeptOut && lasts(keptOutSince, KEPT_OUT_MS);
  const toldAt = due.toldAt ?? (isOver || lasts(failingSince, SILENT_MS) ? now : null);
  // Why it did not answer tells more than that it is left alone for a moment.
  const failure = isUnasked ? (due.failure ?? reason) : reason;
  // Only polls that read nothing count, and only in a row.
  const tries = read.readCursor === undefined ? due.tries : 1;
  const begunAgain = tries >= TRIES_WITH_CURSOR ? { readCursor: null } : {};
  const failing = { ...read, ...begunAgain, tries, failure, failingSince, keptOutSince, toldAt };
  if (isOver) return { done: { ...failing, stoppedAt: now } };
  const wait = growingWait(tries, FIRST_WAIT_MS, QUIET_EVERY_MS);
  return { next: failing, at: new Date(now.getTime() + wait) };
}

/** Tells the owners once of a silence, and of a stop; goes on with everything that waited for the shop once it answers again. */
async function settle(
  writer: AccountWriter,
  service: MessageParts,
  { shopId, failingSince, toldAt }: Due,
  outcome: Outcome,
): Promise<void> {
  const { toldAt: told, failure, stoppedAt } = writtenBy<typeof SHOP_POLLS>(outcome);
  const isNews = stoppedAt != null || (toldAt === null && told != null);
  if (isNews) await enqueueNotices(service, writer, SHOP_SILENT_NOTICE, shopId);
  if (stoppedAt != null) {
    const changes = failure == null ? {} : { why: failure.text, why_details: detailsOf(failure) };
    await writer.record({ action: 'shop.stopped', subjectKind: 'shop', subjectId: shopId, changes });
  }
  if (failingSince !== null && failure === null) await wakeShop(writer, shopId);
}

interface Pages {
  /** How many orders were new or have changed. */
  readonly changed: number;
  /** Whether no webhook told of one of them. */
  readonly hasUntold: boolean;
  readonly isAll: boolean;
  readonly failure: Failure | null;
  readonly read: { readonly readUntil?: Date; readonly readCursor?: string | null };
}

interface Failure {
  /** The end of a sentence after the shop's name. */
  readonly reason: Sentence;
  readonly isKeptOut: boolean;
  /** It was not asked, because it is left alone for a while. */
  readonly isUnasked: boolean;
}

/**
 * What was read before a failure is kept, and the next poll goes on from there: from the place in the list if it is not at its end,
 * because more orders than a poll reads may have the same time. Only the shop's own times say how far it was read, because its
 * clock may differ from ours.
 */
async function readPages(service: Service & ShopParts, shop: StoredShop, due: Due): Promise<Pages> {
  let changed = 0;
  let hasUntold = false;
  let cursor = shop.readCursor;
  let read: Pages['read'] = {};
  const time = new Date(shop.readUntil.getTime() - READ_AGAIN_MS);
  const lastPageBy = performance.now() + READ_FOR_MS;
  const reply = await askShop(
    service,
    shop,
    READ_FOR_MS + PAGE_WITHIN_MS,
    async (adapter, signal) => {
      do {
        const askedAt = service.now();
        const since: OrdersSince = { time, cursor };
        const inTime = AbortSignal.any([signal, AbortSignal.timeout(PAGE_WITHIN_MS)]);
        const page: ShopOrderPage = await adapter.changedOrders(since, inTime);
        const kept = await keep(service, shop, page.orders, askedAt);
        changed += kept.changed;
        hasUntold ||= kept.hasUntold;
        await askAgain(service, shop, page.unreadable);
        const last = page.orders.at(-1)?.changedAt;
        cursor = page.cursor;
        read = { ...read, ...(last !== undefined && { readUntil: last }), readCursor: cursor };
        // So that the next poll goes on from here if this process is killed.
        if (cursor !== null) await changeUnrecorded(service, shop, (writer) => keepPlace(writer, due, read));
      } while (cursor !== null && performance.now() < lastPageBy);
    },
    'soon',
  );
  const pages = { changed, hasUntold, read };
  if (reply.kind === 'answered') return { ...pages, isAll: cursor === null, failure: null };
  const isKeptOut = reply.kind === 'not sent' && reply.isKeptOut;
  const isUnasked = reply.kind === 'not sent' && reply.waitMs !== null;
  return { ...pages, isAll: false, failure: { reason: reply.reason, isKeptOut, isUnasked } };
}

/** Keeps the orders of a page. If they cannot be kept together, each is kept alone, so that one of them stops no other. */
async function keep(
  service: Service,
  shop: StoredShop,
  orders: readonly ShopOrder[],
  askedAt: Date,
): Promise<Kept> {
  if (orders.length === 0) return { changed: 0, hasUntold: false };
  const unique = [...new Map(orders.map((order) => [order.orderKey, order])).values()];
  const write = (some: readonly ShopOrder[]) =>
    changeUnrecorded(service, shop, async (writer) => {
      const keys = some.map(({ orderKey }) => orderKey);
      const rung = await listRungOrders(writer, shop.shopId, keys);
      const kept = await keepShopOrders(writer, shop, some, { askedAt, nextTryAt: writer.now });
      const isToldOf = ({ orderKey, changedAt }: ShopOrder) =>
        rung.has(orderKey) || !kept.includes(orderKey) || !isUntold(shop, changedAt, askedAt);
      return { changed: kept.length, hasUntold: !some.every(isToldOf) };
    });
  try {
    return await write(unique);
  } catch {
    const all: Kept[] = [];
    for (const order of unique) {
      const kept = await write([order]).catch(async () => {
        // It is read again, and kept or failed as one order. If not even this can be written, the whole poll fails.
        await ring(service, shop, [order.orderKey], NOT_KEPT);
        return { changed: 0, hasUntold: false };
      });
      all.push(kept);
    }
    const changed = all.reduce((sum, kept) => sum + kept.changed, 0);
    return { changed, hasUntold: all.some((kept) => kept.hasUntold) };
  }
}

type Kept = Pick<Pages, 'changed' | 'hasUntold'>;

const NOT_KEPT = say(
  'sent_order_not_kept',
  'sent an order that this service could not keep; its log shows why',
);

/** Orders that could not be read in a page are read one by one, and tried again while they cannot be read. */
async function askAgain(
  service: Service,
  shop: StoredShop,
  unreadable: ShopOrderPage['unreadable'],
): Promise<void> {
  const keys = unreadable.map(({ orderKey }) => orderKey);
  await ring(service, shop, keys.filter(isOwnId));
  const nameless = keys.filter((key) => !isOwnId(key)).map((key) => key || WITHOUT_ID);
  await ring(service, shop, nameless, sentUnreadable(NOT_KEPT_ID));
}

/** The key of all orders without an id. */
const WITHOUT_ID = '\ufffd';

async function ring(
  service: Service,
  shop: StoredShop,
  orderKeys: readonly string[],
  failure: Sentence | null = null,
): Promise<void> {
  if (orderKeys.length === 0) return;
  await changeUnrecorded(service, shop, (writer) => ringShopOrders(writer, shop.shopId, orderKeys, failure));
}

function changeUnrecorded<T>(
  service: Service,
  { accountId }: StoredShop,
  work: (writer: AccountWriter) => Promise<T>,
): Promise<T> {
  return service.database.change(accountId, changeBy(service, SYSTEM), (writer) => {
    writer.skipAudit('what is known of the shop is no data of the account');
    return work(writer);
  });
}
