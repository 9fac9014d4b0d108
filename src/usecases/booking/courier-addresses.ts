import type { CarrierAddress, CourierWarehouse } from '../../carriers/carrier-adapter.ts';
import { type Contact, fullNameOf } from '../../domain/orders/order.ts';
import type { Warehouse } from '../../resources/warehouse.ts';

/**
 * Returns a warehouse in the form for couriers.
 *
 * @param courierName the courier's name for it; with null, the courier does not know it and gets our name
 */
export function courierWarehouseOf(warehouse: Warehouse, courierName: string | null): CourierWarehouse {
  const { warehouseId, name, email, gstNo } = warehouse;
  return {
    ...addressOfWarehouse(warehouse),
    warehouseId,
    warehouseName: name,
    courierName: courierName ?? name,
    email,
    gstin: gstNo,
  };
}

export function addressOfWarehouse(warehouse: Warehouse): CarrierAddress {
  return {
    name: warehouse.contactPerson,
    phone: warehouse.phone,
    address: warehouse.streetAddress,
    city: warehouse.city,
    state: warehouse.state,
    pincode: warehouse.zip,
  };
}

/** Returns a customer or another recipient in the form for couriers. */
export function addressOfContact(contact: Contact): CarrierAddress {
  return {
    name: fullNameOf(contact),
    phone: contact.phone,
    address: [contact.address, contact.address2].filter(Boolean).join(', '),
    city: contact.city,
    state: contact.state,
    pincode: contact.pincode,
  };
}
