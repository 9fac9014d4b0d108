/** A warehouse in Delhi, as the API takes it. */
export function warehouseRow(): object {
  return {
    name: 'Okhla',
    phone_number: '9876500000',
    email: 'okhla@shop.example',
    contact_person: 'Ravi Kumar',
    address_attributes: {
      street_address: 'A-12, Okhla Phase I',
      zip: '110020',
      city: 'New Delhi',
      state: 'Delhi',
      country: 'India',
    },
  };
}

/** An order from it to Bengaluru with one carrier. */
export function orderRow(orderId: string, warehouseId: string, carrierId: string): object {
  return {
    order_id: orderId,
    order_date: '2026-11-16 10:30',
    billing_customer_name: 'Asha',
    billing_address: '12, 4th Cross, Indiranagar',
    billing_city: 'Bengaluru',
    billing_pincode: '560038',
    billing_state: 'Karnataka',
    billing_country: 'India',
    billing_phone: '9876543210',
    order_items: [{ name: 'Masala chai 250 g', sku: 'CHAI-250', units: 2, selling_price: 249.5 }],
    payment_method: 'PREPAID',
    sub_total: 499,
    length: 10,
    breadth: 10,
    height: 10,
    weight: 0.45,
    warehouse_id: warehouseId,
    carrier_id: carrierId,
  };
}
