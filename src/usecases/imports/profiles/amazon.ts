import { ALREADY_FULFILLED, IS_CANCELLED, type Profile } from './profile.ts';

/** Amazon's report of orders: a row for each item, separated by tabs. Amounts are of the row. */
export const AMAZON: Profile = {
  id: 'amazon',
  title: 'Amazon order report',
  knownBy: ['order-id', 'order-item-id', 'recipient-name', 'ship-address-1', 'ship-postal-code'],
  columns: {
    order_id: ['order-id'],
    order_date: ['purchase-date'],
    billing_customer_name: ['buyer-name', 'recipient-name'],
    billing_phone: ['ship-phone-number', 'buyer-phone-number'],
    billing_email: ['buyer-email'],
    shipping_customer_name: ['recipient-name'],
    shipping_phone: ['ship-phone-number', 'buyer-phone-number'],
    shipping_address: ['ship-address-1'],
    shipping_address_2: ['ship-address-2', 'ship-address-3'],
    shipping_city: ['ship-city'],
    shipping_pincode: ['ship-postal-code'],
    shipping_state: ['ship-state'],
    shipping_country: ['ship-country'],
    payment_method: ['payment-method'],
    cod_collectible: ['cod-collectible-amount'],
    shipping_charges: ['shipping-price'],
    giftwrap_charges: ['gift-wrap-price'],
    total_discount: ['item-promotion-discount', 'ship-promotion-discount'],
    item_name: ['product-name'],
    sku: ['sku'],
    units: ['quantity-to-ship', 'quantity-purchased'],
    line_total: ['item-price'],
  },
  leaveOut: [
    { column: 'order-status', when: ['cancelled', 'canceled'], because: IS_CANCELLED },
    { column: 'order-status', when: ['shipped'], because: ALREADY_FULFILLED },
  ],
  leaveOutItems: [{ column: 'quantity-to-ship', when: ['0'], because: ALREADY_FULFILLED }],
  summed: ['shipping_charges', 'giftwrap_charges', 'total_discount', 'cod_collectible'],
  isElsePrepaid: true,
};
