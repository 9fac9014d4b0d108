import { CodeTable, type Meaning } from '../code-table.ts';

/**
 * Statuses of a shipment at Shiprocket: `shipment_status_id` of pushes, `sr-status` of scans. Orders use
 * other numbers: In Transit is 18 here, and 20 for an order.
 */
export const SHIPMENT_STATUSES = new CodeTable<Meaning>({
  1: { status: 'ready_for_pickup' }, // AWB assigned
  2: { status: 'ready_for_pickup' }, // label generated
  3: { status: 'pickup_scheduled' },
  4: { status: 'pickup_scheduled' }, // queued
  5: { status: 'ready_for_pickup' }, // manifest generated
  6: { status: 'in_transit' }, // shipped
  7: { status: 'delivered' },
  8: { status: 'cancelled' },
  9: { status: 'rto_initiated' },
  10: { status: 'rto_delivered' },
  11: { status: 'ready_for_pickup' }, // pending
  12: { status: 'lost' },
  13: { status: 'not_picked' }, // pickup error
  14: { status: 'rto_delivered' }, // the seller says that it is back
  15: { status: 'pickup_scheduled' }, // for another day
  16: { status: 'ready_for_pickup' }, // cancellation requested: it is not cancelled yet
  17: { status: 'out_for_delivery' },
  18: { status: 'in_transit' },
  19: { status: 'out_for_pickup' },
  20: { status: 'not_picked' }, // pickup exception
  21: { status: 'ndr_raised' },
  22: { status: 'in_transit' }, // delayed
  23: { status: 'delivered' }, // in part
  24: { status: 'damaged' }, // destroyed
  25: { status: 'damaged' },
  26: { status: 'externally_fulfilled' },
  27: { status: 'pickup_scheduled' }, // booked
  38: { status: 'reached_destination_hub' },
  39: { status: 'in_transit' }, // misrouted
  40: { status: 'rto_need_attention' }, // RTO NDR
  41: { status: 'rto_out_for_delivery' },
  42: { status: 'picked_up' },
  43: { status: 'externally_fulfilled' },
  44: { status: 'damaged' }, // disposed of
  45: { status: 'cancelled' }, // before dispatch
  46: { status: 'rto_in_transit' },
  47: { status: 'return_qc_failed' },
  48: { status: 'in_transit' }, // reached warehouse
  51: { status: 'picked_up' }, // handed to the courier
  52: { status: 'ready_for_pickup' }, // booked
  75: { status: 'rto_initiated' }, // RTO lock
  76: { status: 'lost' }, // untraceable
  77: { status: 'ndr_raised' }, // issue related to the recipient
  78: { status: 'rto_in_transit' }, // back at the seller's city
});

/**
 * Statuses of an order at Shiprocket: `current_status_id` of pushes, `status_code` of orders. Statuses that
 * say nothing about the parcel (payment failed, unmapped, archived, customs) are left out.
 */
export const ORDER_STATUSES = new CodeTable<Meaning>({
  1: { status: 'ready_for_pickup' }, // new
  2: { status: 'ready_for_pickup' }, // invoiced
  3: { status: 'ready_for_pickup' }, // ready to ship
  4: { status: 'pickup_scheduled' },
  5: { status: 'cancelled' },
  6: { status: 'in_transit' }, // shipped
  7: { status: 'delivered' },
  12: { status: 'pickup_scheduled' }, // queue
  13: { status: 'pickup_scheduled' }, // for another day
  14: { status: 'not_picked' },
  15: { status: 'rto_initiated' },
  16: { status: 'rto_delivered' },
  17: { status: 'rto_delivered' }, // acknowledged
  18: { status: 'ready_for_pickup' }, // cancellation requested
  19: { status: 'out_for_delivery' },
  20: { status: 'in_transit' },
  21: { status: 'return_requested' },
  22: { status: 'return_requested' },
  23: { status: 'return_pickup_scheduled' },
  24: { status: 'return_not_picked' },
  25: { status: 'return_in_transit' },
  26: { status: 'return_delivered' },
  27: { status: 'return_cancelled' },
  28: { status: 'return_pickup_scheduled' },
  29: { status: 'return_pickup_scheduled' }, // cancellation requested
  30: { status: 'return_cancelled' },
  31: { status: 'return_pickup_scheduled' }, // for another day
  32: { status: 'return_in_transit' },
  33: { status: 'lost' },
  34: { status: 'out_for_pickup' },
  35: { status: 'not_picked' },
  36: { status: 'ndr_raised' },
  37: { status: 'in_transit' }, // delayed
  38: { status: 'delivered' }, // in part
  39: { status: 'damaged' }, // destroyed
  40: { status: 'damaged' },
  41: { status: 'externally_fulfilled' },
  43: { status: 'reached_destination_hub' },
  44: { status: 'in_transit' }, // misrouted
  45: { status: 'rto_out_for_delivery' },
  46: { status: 'rto_need_attention' },
  47: { status: 'return_pickup_scheduled' }, // out for pickup
  48: { status: 'return_in_transit' }, // out for delivery
  49: { status: 'return_not_picked' },
  50: { status: 'return_ndr_raised' },
  51: { status: 'picked_up' },
  52: { status: 'externally_fulfilled' },
  53: { status: 'damaged' }, // disposed of
  54: { status: 'cancelled' }, // before dispatch
  55: { status: 'rto_in_transit' },
  57: { status: 'return_qc_failed' },
  58: { status: 'in_transit' }, // reached warehouse
  61: { status: 'picked_up' }, // handed to the courier
  62: { status: 'ready_for_pickup' }, // booked
  68: { status: 'return_delivered' }, // acknowledged
  70: { status: 'pickup_scheduled' }, // booked
  87: { status: 'rto_initiated' }, // RTO lock
  88: { status: 'lost' }, // untraceable
  89: { status: 'ndr_raised' }, // issue related to the recipient
  90: { status: 'rto_in_transit' }, // back at the seller's city
});

/** The status code of a cancelled order. The id of such an order cannot be used again. */
export const CANCELLED_ORDER = 5;
