import {
  ConfigService,
  type Injector,
  LanguageCode,
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

/** The price of a service of Dakiya. @param rates gives what is known when it is asked */
export function ratesCalculator(rates: () => CheckoutRates) {
  return new ShippingCalculator({
    code: 'dakiya-rates',
    description: said('Rates of Dakiya'),
    args: {
      ...SERVICE,
      fallbackPrice: {
        type: 'int',
        defaultValue: 0,
        ui: { component: 'currency-form-input' },
        label: said('Price without GST while Dakiya does not answer'),
      },
      taxRate: { type: 'int', defaultValue: 18, label: said('GST in percent') },
    },
    init,
    calculate: async (_ctx, order, { service, fallbackPrice, taxRate }) => {
      const offered = serviceIn(await rates().offerFor(order, precision), service);
      return {
        price: offered === undefined ? fallbackPrice : Math.round(offered.price * 10 ** precision),
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

/** A service can be chosen where a courier delivers it; everywhere while that is not known. */
export function servedChecker(rates: () => CheckoutRates) {
  return new ShippingEligibilityChecker({
    code: 'dakiya-served',
    description: said('Delivered by Dakiya'),
    args: SERVICE,
    init,
    check: async (_ctx, order, { service }) => {
      const offer = await rates().offerFor(order, precision);
      return offer === null || serviceIn(offer, service) !== undefined;
    },
  });
}
