import type {
  CalculatedShippingOptionPrice,
  CalculateShippingOptionPriceDTO,
  CreateFulfillmentResult,
  FulfillmentOption,
  Logger,
} from '@medusajs/framework/types';
import { AbstractFulfillmentProviderService, MedusaError } from '@medusajs/framework/utils';
import { CheckoutRates, type CheckoutService, RefusedError, weightOf } from './checkout-rates';

/** What a merchant writes into `medusa-config`. */
export interface DakiyaOptions {
  /** The address of Dakiya: `https://shipping.example`. */
  readonly url: string;
  /** Made by `POST /shops/{id}/checkout-key`. */
  readonly checkoutKey: string;
  /** The price while Dakiya does not answer. Without it, customers cannot choose a calculated option then. */
  readonly fallbackPrice?: number;
  /** The heaviest cart that has it, in kilograms: 5 by default. An item without a weight counts half a kilogram. */
  readonly fallbackMaxWeight?: number;
}

const USUAL_MAX_WEIGHT = 5;

/** Its ids are the service codes of Dakiya. */
const OPTIONS: FulfillmentOption[] = [
  { id: 'standard', name: 'Standard delivery' },
  { id: 'express', name: 'Express delivery' },
  { id: 'return', name: 'Return', is_return: true },
];

/**
 * Prices of delivery from Dakiya, and tracking numbers on fulfillments. It books nothing: Dakiya reads the orders of the shop, books
 * them, and makes their fulfillments.
 */
export class DakiyaFulfillmentService extends AbstractFulfillmentProviderService {
  static override identifier = 'dakiya';
  readonly #logger: Logger;
  readonly #rates: CheckoutRates;
  readonly #fallbackPrice: number | undefined;
  readonly #fallbackMaxWeight: number;

  constructor({ logger }: { logger: Logger }, options: DakiyaOptions) {
    super();
    this.#logger = logger;
    this.#rates = new CheckoutRates(options);
    this.#fallbackPrice = options.fallbackPrice === undefined ? undefined : Number(options.fallbackPrice);
    this.#fallbackMaxWeight = Number(options.fallbackMaxWeight ?? USUAL_MAX_WEIGHT);
  }

  static validateOptions(options: Record<string, unknown>): void {
    const { url, checkoutKey, fallbackPrice, fallbackMaxWeight } = options;
    const wrong = (what: string) => new MedusaError(MedusaError.Types.INVALID_ARGUMENT, `Dakiya: ${what}`);
    if (typeof url !== 'string' || !URL.canParse(url)) throw wrong('url must be the address of Dakiya');
    if (typeof checkoutKey !== 'string' || checkoutKey === '') throw wrong('checkoutKey is missing');
    if (fallbackPrice !== undefined && !isNumber(fallbackPrice)) {
      throw wrong('fallbackPrice must be an amount in rupees');
    }
    if (fallbackMaxWeight !== undefined && !isNumber(fallbackMaxWeight)) {
      throw wrong('fallbackMaxWeight must be a number of kilograms');
    }
  }

  override async getFulfillmentOptions(): Promise<FulfillmentOption[]> {
    return OPTIONS;
  }

  override async validateOption(data: Record<string, unknown>): Promise<boolean> {
    return OPTIONS.some(({ id }) => id === data.id);
  }

  override async validateFulfillmentData(
    _optionData: Record<string, unknown>,
    data: Record<string, unknown>,
  ): Promise<Record<string, unknown>> {
    return data;
  }

  override async canCalculate(): Promise<boolean> {
    return true;
  }

  /** @throws MedusaError for a cart that cannot be delivered */
  override async calculatePrice(
    optionData: CalculateShippingOptionPriceDTO['optionData'],
    _data: CalculateShippingOptionPriceDTO['data'],
    context: CalculateShippingOptionPriceDTO['context'],
  ): Promise<CalculatedShippingOptionPrice> {
    const amount = await this.#rates.of(context).then(
      (services) => priceIn(services, optionData.id),
      (error: unknown) => {
        this.#logger.warn(`Dakiya gave no rates: ${error instanceof Error ? error.message : error}`);
        const isLight = weightOf(context) <= this.#fallbackMaxWeight;
        return error instanceof RefusedError || !isLight ? undefined : this.#fallbackPrice;
      },
    );
    if (amount === undefined) {
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        'This delivery is not possible for this address now',
      );
    }
    return { calculated_amount: amount, is_calculated_price_tax_inclusive: false };
  }

  /** Dakiya's own fulfillments carry their tracking number; others are sent by hand. */
  override async createFulfillment(
    _data: Record<string, unknown>,
    _items: unknown[],
    _order: unknown,
    { metadata }: { metadata?: Record<string, unknown> | null },
  ): Promise<CreateFulfillmentResult> {
    const own = metadata?.dakiya as { tracking_number?: string; tracking_url?: string } | undefined;
    const { tracking_number: number, tracking_url: address } = own ?? {};
    if (number === undefined) return { data: {}, labels: [] };
    return {
      data: {},
      labels: [{ tracking_number: number, tracking_url: address ?? '', label_url: '#' }],
    };
  }

  override async cancelFulfillment(): Promise<Record<string, unknown>> {
    return {};
  }

  override async createReturnFulfillment(): Promise<CreateFulfillmentResult> {
    return { data: {}, labels: [] };
  }
}

/** Settings of the environment are texts; an empty one is no 0. */
function isNumber(value: unknown): boolean {
  const isGiven = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  return isGiven && Number(value) >= 0;
}

function priceIn(services: readonly CheckoutService[], code: unknown): number | undefined {
  return services.find(({ service_code: one }) => one === code)?.price;
}
