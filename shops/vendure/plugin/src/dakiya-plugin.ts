import {
  EventBus,
  Logger,
  PluginCommonModule,
  type RuntimeVendureConfig,
  SettingsStoreService,
  TransactionalConnection,
  VendurePlugin,
} from '@vendure/core';
import { bellsSetting, OrderBell } from './bell.ts';
import { CheckoutRates } from './checkout-rates.ts';
import { addCustomFields } from './custom-fields.ts';
import { dakiyaFulfillmentHandler } from './fulfillment-handler.ts';
import type { DakiyaOptions } from './options.ts';
import { ratesCalculator, servedChecker } from './shipping.ts';

/** Lets Dakiya ship the orders of the shop, and show its rates at checkout. */
@VendurePlugin({
  imports: [PluginCommonModule],
  compatibility: '^3.5.0',
  configuration: (config: RuntimeVendureConfig) => {
    const { shippingOptions, authOptions } = config;
    addCustomFields(config.customFields);
    shippingOptions.fulfillmentHandlers.push(dakiyaFulfillmentHandler);
    shippingOptions.shippingCalculators.push(ratesCalculator(() => DakiyaPlugin.rates));
    shippingOptions.shippingEligibilityCheckers.push(servedChecker(() => DakiyaPlugin.rates));
    authOptions.tokenMethod = withApiKeys(authOptions.tokenMethod);
    config.settingsStoreFields.dakiya = [bellsSetting];
    return config;
  },
})
export class DakiyaPlugin {
  static rates: CheckoutRates;

  readonly #events: EventBus;
  readonly #connection: TransactionalConnection;
  readonly #settings: SettingsStoreService;
  #bell: OrderBell | null = null;

  constructor(events: EventBus, connection: TransactionalConnection, settings: SettingsStoreService) {
    this.#events = events;
    this.#connection = connection;
    this.#settings = settings;
  }

  static init(options: DakiyaOptions): typeof DakiyaPlugin {
    DakiyaPlugin.rates = new CheckoutRates(options, (text) => Logger.warn(text, 'Dakiya'));
    return DakiyaPlugin;
  }

  onApplicationBootstrap(): void {
    this.#bell = new OrderBell(this.#events, this.#connection, this.#settings);
  }

  /** Nothing is left untold when the shop stops. */
  async onApplicationShutdown(): Promise<void> {
    await this.settled();
  }

  /** Rings for what has changed until now. */
  async settled(): Promise<void> {
    await this.#bell?.settled();
  }
}

/** Dakiya signs in by an API key, which a shop does not take by default. */
function withApiKeys(methods: RuntimeVendureConfig['authOptions']['tokenMethod']) {
  const taken = typeof methods === 'string' ? [methods] : (methods ?? []);
  return taken.includes('api-key') ? taken : [...taken, 'api-key' as const];
}
