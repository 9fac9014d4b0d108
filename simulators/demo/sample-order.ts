import type { OrderDraft, OrderItem } from '../../src/domain/orders/order.ts';
import { amountsOf } from '../../src/domain/orders/order-sums.ts';
import { drawContact } from './demo-people.ts';
import type { Places } from './demo-places.ts';
import { type Article, articlesByDemand } from './goods.ts';
import { type Random, Weighted } from './random.ts';

/** The store, warehouses and goods of an account's orders. */
export interface Shop {
  /** Active stores; the first sells most. At least one. */
  readonly storeNames: readonly string[];
  /** At least one. */
  readonly warehouseIds: readonly string[];
}

const MINUTE_MS = 60_000;
const SHARE_OF_COD = 0.56;
const SHARE_WITHOUT_STORE = 0.06;
const SHARE_OF_GIFTS = 0.06;

const channels = new Weighted([
  ['shopify', 38],
  ['woocommerce', 20],
  ['amazon', 14],
  ['instagram', 10],
  ['manual_order', 12],
  ['custom', 6],
]);
const tags = new Weighted([
  ['repeat-buyer', 30],
  ['festive', 20],
  ['fragile', 14],
  ['gift', 12],
  ['priority', 10],
  ['vip', 6],
  ['wholesale', 5],
  ['influencer', 3],
]);
const articleCounts = new Weighted([
  [1, 66],
  [2, 22],
  [3, 8],
  [4, 3],
  [7, 1],
]);
const unitCounts = new Weighted([
  [1, 82],
  [2, 13],
  [3, 4],
  [10, 1],
]);

/** Boxes by the weight in grams that they hold; length, width and height in centimetres. */
const BOXES: readonly (readonly [grams: number, length: string, width: string, height: string])[] = [
  [300, '15', '12', '5'],
  [800, '20', '15', '10'],
  [2_000, '30', '20', '12.5'],
  [5_000, '40', '30', '20'],
  [10_000, '55', '40', '30'],
  [Number.POSITIVE_INFINITY, '75', '50', '40'],
];

/** Draws an order in the format of a shop's system, at the time `at` in epoch milliseconds. */
export function drawOrder(
  random: Random,
  places: Places,
  shop: Shop,
  { displayId, at }: { readonly displayId: string; readonly at: number },
): OrderDraft {
  const place = places.draw(random);
  const billing = drawContact(random, place);
  const shipping = random.chance(SHARE_OF_GIFTS) ? drawContact(random, places.draw(random)) : null;
  const channel = channels.draw(random);
  const goods = drawArticles(random);
  const items: OrderItem[] = goods.map(({ article, units }) => ({
    name: article.name,
    sku: article.sku,
    units,
    sellingPricePaise: article.pricePaise,
    discountPaise: random.chance(0.1) ? Math.round(article.pricePaise / 10) : null,
    tax: null,
    hsn: article.hsn,
  }));
  const subTotalPaise = items.reduce(
    (sum, item) => sum + (item.sellingPricePaise - (item.discountPaise ?? 0)) * item.units,
    0,
  );
  const isCod = random.chance(SHARE_OF_COD);
  const grams = goods.reduce((sum, { article, units }) => sum + article.grams * units, 0);
  return {
    displayId,
    externalId: channel === 'shopify' ? String(4_000_000_000_000 + random.below(1_000_000_000)) : displayId,
    orderDate: new Date(at - Math.floor(random.between(1, 180)) * MINUTE_MS),
    channel,
    tags: drawTags(random),
    storeName: random.chance(SHARE_WITHOUT_STORE) ? null : drawEarlier(random, shop.storeNames),
    warehouseId: drawEarlier(random, shop.warehouseIds),
    billing,
    shipping,
    items,
    isCod,
    isDemo: true,
    replacesCancelled: false,
    ...amountsOf({
      items,
      isCod,
      subTotalPaise,
      shippingChargesPaise: subTotalPaise < FREE_FROM_PAISE ? DELIVERY_PAISE : 0,
    }),
    parcel: pack(random, grams),
    returned: null,
  };
}

/** What the sample stores charge for the delivery of a small order. */
const DELIVERY_PAISE = 4_900;
const FREE_FROM_PAISE = 49_900;

function drawArticles(random: Random): { article: Article; units: number }[] {
  const drawn = new Map<string, { article: Article; units: number }>();
  for (let left = articleCounts.draw(random); left > 0; left -= 1) {
    const article = articlesByDemand.draw(random);
    // Nobody buys three heavy articles at once.
    const units = article.grams > 3_000 ? 1 : unitCounts.draw(random);
    drawn.set(article.sku, { article, units });
  }
  return [...drawn.values()];
}

function drawTags(random: Random): string[] {
  if (random.chance(0.55)) return [];
  const first = tags.draw(random);
  const second = random.chance(0.3) ? tags.draw(random) : first;
  return first === second ? [first] : [first, second];
}

/** Draws an entry of a list; each entry is as likely as all entries after it together. */
function drawEarlier<T>(random: Random, list: readonly T[]): T {
  for (const value of list.slice(0, -1)) if (random.chance(0.5)) return value;
  return list[list.length - 1] as T;
}

function pack(random: Random, grams: number): OrderDraft['parcel'] {
  const packed = grams + 40 + random.below(60);
  const [, length, width, height] = BOXES.find(([most]) => packed <= most) ?? [0, '75', '50', '40'];
  return { deadWeight: String(packed), length, width, height };
}
