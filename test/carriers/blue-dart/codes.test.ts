import { SCAN_CODES } from '../../../src/carriers/blue-dart/codes.ts';
import { describeCodes } from '../code-tables.ts';

describeCodes("Blue Dart's scans", SCAN_CODES, {
  ready_for_pickup: 4,
  out_for_pickup: 1,
  not_picked: 33,
  picked_up: 2,
  in_transit: 24,
  reached_destination_hub: 1,
  out_for_delivery: 1,
  delivered: 1,
  ndr_raised: 33,
  lost: 3,
  rto_lost: 1,
  damaged: 3,
  rto_damaged: 1,
  rto_initiated: 5,
  rto_in_transit: 1,
  rto_out_for_delivery: 4,
  rto_need_attention: 23,
  rto_delivered: 5,
  cancelled: 1,
});
