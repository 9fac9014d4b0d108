import { CodeTable, type Meaning } from '../code-table.ts';

type Group = Meaning & { readonly codes: string };

/** Taken from an aggregator's production table: Blue Dart publishes no list. */
const GROUPS: readonly Group[] = [
  { status: 'ready_for_pickup', codes: '500-s 504-s 544-t 590-t' },
  { status: 'out_for_pickup', codes: '501-s' },
  { status: 'not_picked', reason: 'customer_refused', codes: '016-s 017-s 509-t' },
  {
    status: 'not_picked',
    reason: 'not_attempted',
    codes: '500-t 501-t 502-t 503-t 504-t 505-t 506-t 512-t 514-t',
  },
  { status: 'not_picked', reason: 'customer_cancelled', codes: '502-s 535-t' },
  // The goods were not ready, or were handed to another courier.
  {
    status: 'not_picked',
    reason: 'other',
    codes: '508-t 513-t 532-t 533-t 534-t 537-t 540-t 555-t 591-t 592-t 593-t 594-t 543-t',
  },
  { status: 'not_picked', reason: 'entry_restricted', codes: '510-t' },
  { status: 'not_picked', reason: 'out_of_delivery_area', codes: '511-t 541-t' },
  { status: 'not_picked', reason: 'customer_not_available', codes: '531-t 536-t 542-t' },
  { status: 'picked_up', codes: '015-s 018-s' },
  { status: 'in_transit', codes: '001-s 538-t' },
  {
    status: 'in_transit',
    codes:
      '003-s 007-t 020-s 021-s 032-t 037-t 048-t 049-t 058-t 065-t 068-t 106-t 107-t 143-t 154-t 001-rs 007-rs 007-rt 020-rs 021-rs 027-rs 313-rt',
  },
  { status: 'reached_destination_hub', codes: '222-t' },
  { status: 'out_for_delivery', codes: '002-s' },
  { status: 'delivered', codes: '000-t' },
  { status: 'ndr_raised', reason: 'future_delivery_requested', codes: '001-t 029-t 120-t' },
  { status: 'ndr_raised', reason: 'out_of_delivery_area', codes: '002-t 137-t' },
  { status: 'ndr_raised', reason: 'customer_not_available', codes: '003-t 013-t 019-t 020-t' },
  {
    status: 'ndr_raised',
    reason: 'address_incorrect',
    codes: '008-t 009-t 010-t 012-t 014-t 056-t 139-t 175-t 217-t 218-t',
  },
  { status: 'ndr_raised', reason: 'customer_refused', codes: '011-t 201-t 202-t 204-t 777-t 029-s' },
  { status: 'ndr_raised', reason: 'cod_not_ready', codes: '044-t 062-t' },
  { status: 'ndr_raised', reason: 'not_attempted', codes: '066-t' },
  { status: 'ndr_raised', reason: 'otp_not_verified', codes: '076-t' },
  { status: 'ndr_raised', reason: 'open_delivery_requested', codes: '203-t' },
  { status: 'ndr_raised', reason: 'other', codes: '017-t 205-t 208-t' },
  { status: 'lost', codes: '021-t 070-t 186-t' },
  { status: 'damaged', codes: '025-t 129-t 130-t' },
  { status: 'rto_lost', codes: '021-rt' },
  { status: 'rto_damaged', codes: '025-rt' },
  { status: 'rto_initiated', codes: '016-t 104-t 123-t 074-rt 123-rt' },
  { status: 'rto_in_transit', codes: '034-t' },
  { status: 'rto_out_for_delivery', codes: '002-rs 019-s 035-rt 219-rt' },
  {
    status: 'rto_need_attention',
    codes:
      '001-rt 002-rt 003-rt 004-rt 005-rt 008-rt 009-rt 010-rt 011-rt 012-rt 013-rt 014-rt 017-rt 019-rt 020-rt 201-rt 202-rt 203-rt 204-rt 205-rt 218-rt 777-rt qc-rt',
  },
  { status: 'rto_delivered', codes: '000-rt 105-t 105-rt 188-t 188-rt' },
  { status: 'cancelled', codes: '098-rt' },
];

/** Meanings by `ScanCode-ScanGroupType`: S is a status, T a reason; RS and RT are these on the way back. */
export const SCAN_CODES = new CodeTable<Meaning>(
  Object.fromEntries(
    GROUPS.flatMap(({ codes, ...meaning }) => codes.split(' ').map((code) => [code, meaning] as const)),
  ),
);

/** The status code of a push that reports a failed quality check at the door. */
export const QC_FAILED_CODE = '016-s';
