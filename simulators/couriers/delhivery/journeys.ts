import type { Steps } from '../../kit/steps.ts';
import type { Scan } from './parcels.ts';

/** A scan of the stand-in without its time. */
export type Step = Omit<Scan, 'at'>;

const HUB = 'Bengaluru_Soukya_H (Karnataka)';
const ORIGIN = 'Delhi_Okhla_P (Delhi)';
const DESTINATION = 'Bengaluru_Indirangr_D (Karnataka)';

function step(type: string, status: string, code: string, instructions: string, location: string): Step {
  return { type, status, code, instructions, location };
}

export const MANIFESTED = step('UD', 'Manifested', 'X-UCI', 'Manifest uploaded', ORIGIN);
export const SELLER_CANCELLED = step('UD', 'Manifested', 'DTUP-210', 'Seller cancelled the order', ORIGIN);
export const CANCELLED_ON_THE_WAY = step(
  'RT',
  'In Transit',
  'RT-101',
  'Returned as per Client Instructions',
  HUB,
);
export const REVERSE_OPEN = step('PP', 'Open', 'X-UCO', 'Received soft data for consignment', DESTINATION);
export const REVERSE_SCHEDULED = step('PP', 'Scheduled', 'X-ASP', 'Auto scheduled', DESTINATION);
export const REVERSE_CANCELLED = step('CN', 'Canceled', 'CL-107', 'Closed Reverse Pickup', DESTINATION);

/** The steps that a parcel can be moved through, with the courier's scans. Some steps have several scans. */
export const STEPS: Steps<Step> = {
  pickup_scheduled: [step('UD', 'Manifested', 'FMPUR-101', 'Pickup scheduled', ORIGIN)],
  not_picked: [
    step('UD', 'Manifested', 'FMEOD-103', 'Shipper is closed', ORIGIN),
    step('UD', 'Not Picked', 'X-PNP', 'Package not picked/recieved from client', ORIGIN),
  ],
  picked_up: [
    step('UD', 'In Transit', 'X-PPOM', 'Shipment picked up', ORIGIN),
    step('UD', 'In Transit', 'X-PIOM', 'Shipment Recieved at Origin Center', ORIGIN),
    step('UD', 'In Transit', 'X-DWS', 'System weight captured', ORIGIN),
  ],
  in_transit: [
    step('UD', 'In Transit', 'X-DBL1F', 'Added to Bag', ORIGIN),
    step('UD', 'In Transit', 'X-DLL2F', 'Bag Added To Trip', ORIGIN),
    step('UD', 'In Transit', 'X-OLL4F', 'Vehicle Departed', ORIGIN),
    step('UD', 'In Transit', 'X-ILL2F', 'Trip Arrived', HUB),
    step('UD', 'In Transit', 'X-ILL1F', 'Bag Received at Facility', HUB),
    step('UD', 'In Transit', 'X-IBD3F', 'Shipment Received at Facility', HUB),
  ],
  at_destination: [step('UD', 'Pending', 'X-IBD3F', 'Shipment Received at Facility', DESTINATION)],
  out_for_delivery: [
    step('UD', 'Dispatched', 'X-DDD3FD', 'Out for delivery', DESTINATION),
    step('UD', 'Dispatched', 'ST-114', 'Call placed to consignee', DESTINATION),
  ],
  delivered: [step('DL', 'Delivered', 'EOD-38', 'Delivered to consignee', DESTINATION)],
  customer_unavailable: [step('UD', 'Pending', 'EOD-11', 'Consignee unavailable', DESTINATION)],
  customer_refused: [
    step('UD', 'Pending', 'EOD-6', 'Customer Refused to accept/Order Cancelled', DESTINATION),
  ],
  bad_address: [step('UD', 'Pending', 'EOD-74', 'Bad/Incomplete Address', DESTINATION)],
  rescheduled: [step('UD', 'Pending', 'EOD-3', 'Asked to reschedule on', DESTINATION)],
  rto: [
    step('RT', 'In Transit', 'RT-107', 'Unsuccessful NDR Reattempt', DESTINATION),
    step('RT', 'In Transit', 'X-DLL2R', 'Bag Added To Trip', DESTINATION),
    step('RT', 'In Transit', 'X-ILL2R', 'Trip Arrived', HUB),
    step('RT', 'Pending', 'X-IBD3R', 'Shipment Received at Return Center', ORIGIN),
  ],
  rto_out_for_delivery: [step('RT', 'Dispatched', 'X-DRO3R', 'Dispatched for RTO', ORIGIN)],
  rto_failed: [step('RT', 'Pending', 'RD-PD3', 'Client/ Seller closed', ORIGIN)],
  rto_delivered: [step('DL', 'RTO', 'RD-AC', 'RETURN Accepted', ORIGIN)],
  lost: [step('LT', 'Lost', 'LT-100', 'Shipment Lost', HUB)],
  damaged: [step('UD', 'Pending', 'DLYDG-119', 'Shipment Damaged', HUB)],
  out_for_pickup: [step('PP', 'Dispatched', 'X-DDD3FP', 'Out for pickup', DESTINATION)],
  pickup_failed: [step('PP', 'Scheduled', 'EOD-26', 'Consignee unavailable', DESTINATION)],
  qc_failed: [step('CN', 'Canceled', 'EOD-95', 'Damaged/Used product', DESTINATION)],
  pickup_cancelled: [step('CN', 'Canceled', 'EOD-21', 'Cancelled the pickup request', DESTINATION)],
  reverse_picked_up: [step('PU', 'In Transit', 'EOD-77', 'Pickup completed', DESTINATION)],
  reverse_in_transit: [
    step('PU', 'In Transit', 'X-DLL2R', 'Bag Added To Trip', DESTINATION),
    step('PU', 'In Transit', 'X-ILL2R', 'Trip Arrived', HUB),
    step('PU', 'Pending', 'X-IBD3R', 'Shipment Received at Return Center', ORIGIN),
  ],
  reverse_out_for_delivery: [step('PU', 'Dispatched', 'X-DRO3R', 'Dispatched for DTO', ORIGIN)],
  reverse_delivered: [step('DL', 'DTO', 'RD-AC', 'RETURN Accepted', ORIGIN)],
};
