import { FulfillmentHandler, LanguageCode } from '@vendure/core';

/** Dakiya makes its fulfilments with this handler, so that they have the address of their tracking page, and are known as its own. */
export const dakiyaFulfillmentHandler = new FulfillmentHandler({
  code: 'dakiya-fulfillment',
  description: [{ languageCode: LanguageCode.en, value: 'Shipped by Dakiya' }],
  args: {
    method: { type: 'string', required: false },
    trackingCode: { type: 'string', required: false },
    trackingUrl: { type: 'string', required: false },
    parcel: { type: 'string', required: false },
  },
  createFulfillment: (_ctx, _orders, _lines, { method, trackingCode, trackingUrl, parcel }) => ({
    method,
    trackingCode,
    customFields: { trackingUrl, dakiyaParcel: parcel },
  }),
});
