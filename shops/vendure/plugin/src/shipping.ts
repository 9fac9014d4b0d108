import {
  ConfigService,
  type Injector,
  LanguageCode,
  type Order,
  type RequestContext,
  ShippingCalculator,
  ShippingEligibilityChecker,
} from '@vendure/core';
import { type CheckoutRates, serviceIn } from './checkout-rates.ts';

function said(value: string) {
  return [{ languageCode: LanguageCode.en, value }];
}

/** The decimals of the shop's amounts: 2 means paise. */
let precision = 2;

function init(injector: Injector): void {
  precision = injector.get(ConfigService).entityOptions.moneyStrategy.precision ?? 2;
}

const SERVICE = {
  service: {
    type: 'string' as const,
    defaultValue: 'standard',
    label: said('Service'),
    description: said('standard, express, or another code of the rules of the shop in Dakiya'),
  },
};

const CALCULATOR = 'dakiya-rates';
/** In kilograms. */
const USUAL_MAX_WEIGHT = 5;

interface Fallback {
  readonly fallbackPrice?: number | null;
  readonly fallbackMaxWeight?: number | null;
}

function offerFor(rates: CheckoutRates, ctx: RequestContext, order: Order) {
  return rates.offerFor(order, precision, { address: ctx.req?.ip });
}

/** The price of an order while Dakiya does not answer; undefined if it has none, or is too heavy. 0 is no price: it was the default. */
function fallbackOf(rates: CheckoutRates, order: Order, { fallbackPrice, fallbackMaxWeight }: Fallback) {
  if (!fallbackPrice || rates.weightOf(order) > (fallbackMaxWeight ?? USUAL_MAX_WEIGHT)) return undefined;
  return fallbackPrice;
}

/** The price of a service of Dakiya. @param rates gives what is known when it is asked */
export function ratesCalculator(rates: () => CheckoutRates) {
  return new ShippingCalculator({
    code: CALCULATOR,
    description: said('Rates of Dakiya'),
    args: {
      ...SERVICE,
      fallbackPrice: {
        type: 'int',
        required: false,
        ui: { component: 'currency-form-input' },
        label: said(
          'Price without GST while Dakiya does not answer; without it, nothing can be ordered then',
        ),
      },
      fallbackMaxWeight: {
        type: 'float',
        required: false,
        defaultValue: USUAL_MAX_WEIGHT,
        label: said('Heaviest order at that price, in kilograms; an item without a weight counts 0.5'),
      },
      taxRate: { type: 'int', defaultValue: 18, label: said('GST in percent') },
    },
    init,
    calculate: async (ctx, order, { service, taxRate, ...fallback }) => {
      const offer = await offerFor(rates(), ctx, order);
      const offered = serviceIn(offer, service);
      const price =
        offered !== undefined
          ? Math.round(offered.price * 10 ** precision)
          : offer === null
            ? fallbackOf(rates(), order, fallback)
            : undefined;
      if (price === undefined) return undefined;
      return {
        price,
        priceIncludesTax: false,
        taxRate,
        metadata: {
          firstDeliveryDate: offered?.first_delivery_date ?? null,
          lastDeliveryDate: offered?.last_delivery_date ?? null,
          codCharges: offered?.cod_charges ?? null,
        },
      };
    },
  });
}

/** A service can be chosen where a courier delivers it, and while that is not known, if it then has a price. */
export function servedChecker(rates: () => CheckoutRates) {
  return new ShippingEligibilityChecker({
    code: 'dakiya-served',
    description: said('Delivered by Dakiya'),
    args: SERVICE,
    init,
    check: async (ctx, order, { service }, method) => {
      const offer = await offerFor(rates(), ctx, order);
      if (offer !== null) return serviceIn(offer, service) !== undefined;
      const { code, args } = method.calculator;
      if (code !== CALCULATOR) return true;
      const arg = (name: string) => Number(args.find((one) => one.name === name)?.value ?? Number.NaN);
      // Otherwise an order would keep the price that it had before a change.
      return (
        fallbackOf(rates(), order, {
          fallbackPrice: arg('fallbackPrice') || null,
          fallbackMaxWeight: Number.isNaN(arg('fallbackMaxWeight')) ? null : arg('fallbackMaxWeight'),
        }) !== undefined
      );
    },
  });
}
