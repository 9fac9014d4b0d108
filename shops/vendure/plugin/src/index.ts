import { LanguageCode, PluginCommonModule, type RuntimeVendureConfig, VendurePlugin } from '@vendure/core';

/** Shows customers and the merchant where a parcel is that Dakiya sent. */
@VendurePlugin({
  imports: [PluginCommonModule],
  compatibility: '^3.0.0',
  configuration: (config: RuntimeVendureConfig) => {
    config.customFields.Fulfillment.push({
      name: 'trackingUrl',
      type: 'string',
      length: 2_000,
      label: [{ languageCode: LanguageCode.en, value: 'Tracking page' }],
    });
    return config;
  },
})
export class DakiyaPlugin {}
