import type { ShopItemSize } from '../../domain/shops/shop-order.ts';
import { wholeGrams } from '../../domain/shops/whole-grams.ts';
import { type UrlPath, urlPath } from '../../domain/url-path.ts';
import { type AnswerFields, fieldsOf, itemsOf, numberOf, textOf } from '../../partners/answer-fields.ts';
import type { ShopConnection } from '../shop.ts';
import type { WooCommerceCalls } from './woocommerce-calls.ts';
import { productKeyOf, type WooCommerceProduct } from './woocommerce-order.ts';

const FIELDS = 'id,weight,dimensions,virtual,downloadable';
/** The most entries of a page. */
const PAGE = 100;
/** The shop's units, as it names them. */
const GRAMS: Readonly<Record<string, number>> = { kg: 1_000, g: 1, lbs: 453.592_37, oz: 28.349_523_125 };
const CENTIMETRES: Readonly<Record<string, number>> = { m: 100, cm: 1, mm: 0.1, in: 2.54, yd: 91.44 };

/** Short, because a unit that has changed gives wrong weights. The cache makes them anew one minute before the end. */
const UNITS_FOR_MS = 2 * 60_000;

interface Units {
  readonly grams: number;
  readonly centimetres: number;
}

/** Reads products for their weights and sizes: an order has none. It keeps them as long as it is used. */
export class WooCommerceProducts {
  readonly #calls: WooCommerceCalls;
  readonly #connection: ShopConnection;
  readonly #known = new Map<string, WooCommerceProduct>();

  constructor(calls: WooCommerceCalls, connection: ShopConnection) {
    this.#calls = calls;
    this.#connection = connection;
  }

  /** The products of orders' items, by `productKeyOf`; deleted products are left out. */
  async of(
    orders: readonly unknown[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, WooCommerceProduct>> {
    const lines = orders.flatMap((order) => itemsOf(fieldsOf(order).line_items)).map(fieldsOf);
    const unknown = [...new Set(lines.map(productKeyOf))].filter(
      (key) => key !== '0' && !this.#known.has(key),
    );
    await this.#read(
      urlPath`/products`,
      unknown.filter((key) => !key.includes('/')),
      '',
      signal,
    );
    const variations = unknown.filter((key) => key.includes('/')).map((key) => key.split('/'));
    for (const parent of new Set(variations.map(([of = '']) => of))) {
      const ids = variations.flatMap(([of, id = '']) => (of === parent ? [id] : []));
      await this.#read(urlPath`/products/${parent}/variations`, ids, `${parent}/`, signal);
    }
    return this.#known;
  }

  async #read(path: UrlPath, ids: readonly string[], prefix: string, signal: AbortSignal): Promise<void> {
    if (ids.length === 0) return;
    const { grams, centimetres } = await this.#unitsOf(signal);
    for (let from = 0; from < ids.length; from += PAGE) {
      const include = ids.slice(from, from + PAGE).join(',');
      const query = { include, per_page: String(PAGE), _fields: FIELDS };
      // A product that was deleted has no variations any more.
      const value = await this.#calls.get({ call: 'products', path, query }, signal);
      for (const product of itemsOf(value).map(fieldsOf)) {
        const weight = numberOf(product.weight);
        this.#known.set(`${prefix}${textOf(product.id) ?? ''}`, {
          grams: weight === null || weight <= 0 ? null : wholeGrams(weight * grams),
          size: sizeOf(fieldsOf(product.dimensions), centimetres),
          isVirtual: product.virtual === true,
          isDownload: product.downloadable === true,
        });
      }
    }
  }

  /** Kept in the cache of tokens, because a new adapter reads each order. */
  async #unitsOf(signal: AbortSignal): Promise<Units> {
    const { tokens, now } = this.#connection;
    const kept = await tokens.get('units', async () => ({
      token: JSON.stringify(await this.#readUnits(signal)),
      endsAt: new Date(now().getTime() + UNITS_FOR_MS),
    }));
    return JSON.parse(kept) as Units;
  }

  async #readUnits(signal: AbortSignal): Promise<Units> {
    const unitOf = async (name: string) => {
      const value = await this.#calls.get(
        { call: 'settings', path: urlPath`/settings/products/${name}` },
        signal,
      );
      return textOf(fieldsOf(value).value) ?? '';
    };
    const weight = await unitOf('woocommerce_weight_unit');
    const length = await unitOf('woocommerce_dimension_unit');
    return { grams: GRAMS[weight] ?? 1_000, centimetres: CENTIMETRES[length] ?? 1 };
  }
}

function sizeOf({ length, width, height }: AnswerFields, centimetres: number): ShopItemSize | null {
  const [long, broad, high] = [length, width, height].map((side) => {
    const number = numberOf(side);
    return number === null || number <= 0 ? null : Math.round(number * centimetres * 100) / 100;
  });
  if (!long || !broad || !high) return null;
  return { length: long, breadth: broad, height: high };
}
