import type { Cart, CheckoutService } from '../domain/shops/checkout-services.ts';
import type { Partner, PartnerConnection } from '../partners/partner.ts';
import type { Timer } from '../partners/timer.ts';
import type { ShopAdapter } from './shop-adapter.ts';

/** A shop system whose orders this installation can ship. `shop-systems.ts` lists these objects. */
export interface Shop extends Partner {
  readonly can: ShopCapabilities;
  /** The shop's payment methods that usually mean cash on delivery. */
  readonly codMethods: readonly string[];

  /** Opens an adapter for one connection. It is cheap, because it is called for each use. */
  open(connection: ShopConnection): ShopAdapter;

  /**
   * Reads a webhook. It only rings a bell: the order is then read from the shop.
   *
   * @throws Problem `refused` for a webhook that is not from the connected shop
   */
  readWebhook?(webhook: ShopWebhook): ShopBell;

  /** How the shop asks for rates during checkout; only if `can.checkoutRates`. */
  readonly checkout?: CheckoutForm;
}

export interface CheckoutForm {
  /** Null for a cart that cannot be delivered from here. */
  readCart(sent: unknown): Cart | null;
  /** The body of the answer; without services, the cart cannot be delivered. */
  answer(services: readonly CheckoutService[]): unknown;
}

export interface ShopCapabilities {
  /** The shop can tell us of changes at once; otherwise it is only polled. */
  readonly webhooks: boolean;
  /** A parcel of some items, so that an order can have several. */
  readonly partialFulfilments: boolean;
  /** It shows where the parcel is, beside the tracking number. */
  readonly progress: boolean;
  readonly cancelFulfilment: boolean;
  readonly markPaid: boolean;
  /** Its orders have a status for those that are done, which it does not reach by itself. */
  readonly complete: boolean;
  /** It can ask us for rates during checkout, without a plugin. */
  readonly checkoutRates: boolean;
  /** It has places from which goods are shipped. */
  readonly locations: boolean;
}

export interface ShopConnection extends PartnerConnection {
  readonly shopId: string;
  /** Rejects once the signal is aborted. */
  readonly sleep: Timer['sleep'];
}

export interface ShopWebhook {
  /** Indexed by names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body, byte for byte. */
  readonly body: Buffer;
  /** The secret with which the shop signs. */
  readonly secret: string;
  readonly settings: Readonly<Record<string, string>>;
}

export type ShopBell =
  /** An order is new or has changed. */
  | { readonly kind: 'order'; readonly orderKey: string }
  /** A test of the address; it is only answered. */
  | { readonly kind: 'ping' }
  /** The shop has ended the connection. */
  | { readonly kind: 'gone' };
