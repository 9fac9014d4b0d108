import type { NdrReason, RtoReason } from '../../domain/tracking/reasons.ts';
import type { GranularStatus } from '../../domain/tracking/statuses.ts';
import { CodeTable } from '../code-table.ts';

export interface CodeMeaning {
  /** Null for a change of the courier's data, which is no event of the parcel. */
  readonly status: GranularStatus | null;
  /** Null if the code gives no reason that we have; then the courier's text is read. */
  readonly reason: NdrReason | RtoReason | null;
}

type Row = readonly [CodeMeaning['status'], CodeMeaning['reason'], codes: string];

/**
 * The courier's NSL codes. A code has a meaning only together with the type of the status: `X-DLL2F` is a
 * parcel on its way to the customer with `UD`, and on its way back with `RT`. The codes come from an
 * aggregator in production (305 of forward parcels and returns to origin, 149 of reverse pickups, 94 of them
 * in both lists), plus codes that were seen elsewhere.
 *
 * `UD` and `RT` are used for forward parcels, `PP`, `PU`, `CN` and `DTO` for reverse pickups, `DL` and `LT`
 * for both. If the two lists disagree about a reverse pickup, the list for reverse pickups counts. A hold in
 * the first mile (DLYFM-102) is no movement, and a change of data (DTUP) is no event.
 */
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  UD: [
    ['ready_for_pickup', null, 'X-UCI'],
    ['out_for_pickup', null, 'FMOFP-101'],
    [
      'not_picked',
      null,
      'FMEOD-101 FMEOD-102 FMEOD-103 FMEOD-104 FMEOD-106 FMEOD-107 FMEOD-108 FMEOD-109 ' +
        'FMEOD-111 FMEOD-112 FMEOD-110 FMEOD-118 PNP-101 X-PNP X-NSZ FMEOD-152 PNP-102',
    ],
    ['picked_up', null, 'X-PPOM X-PPONM X-PROM X-PRONM'],
    [
      'in_transit',
      null,
      'X-IBD1F X-DLO2F X-DLD1F X-DLO1F X-DLD0F X-DLL0F X-DLL2F X-DLL1F X-DLD2F X-DLO0F CS-101 ' +
        'X-ILO1F X-ILL1F X-ILO0F X-ILD0F X-ILL2F X-ILO2F X-ILD1F X-ILL0F X-ILD2F X-DBL1F ' +
        'DLYLH-109 DLYRG-124 DLYLH-106 DLYMR-118 DLYLH-104 DLYRPC-416 DLYDC-416 DLYRG-127 ' +
        'DLYLH-133 DLYLH-115 DLYRG-120 DLYRPC-419 DLYRPC-417 DLYDC-102 DLYLH-142 DLYDC-132 ' +
        'DLYDC-107 DLYDC-101 DOFF-128 DLYLH-135 S-MAR DLYLH-139 X-PIOM',
    ],
    ['reached_destination_hub', null, 'X-IBD3F'],
    [
      'out_for_delivery',
      null,
      'X-DDD3FD X-LM1D X-DDD3F X-DDD2FD X-DDD4FD X-DDO3F X-DDD1FD X-DDD1LF X-DDD3LF',
    ],
    ['ndr_raised', null, 'EOD-105 EOD-146'],
    ['ndr_raised', 'address_incomplete', 'EOD-74'],
    ['ndr_raised', 'address_incorrect', 'EOD-15 SC-104'],
    ['ndr_raised', 'cod_not_ready', 'EOD-40 EOD-134 EOD-16 EOD-133'],
    ['ndr_raised', 'customer_cancelled', 'EOD-6I'],
    ['ndr_raised', 'customer_not_available', 'EOD-11'],
    ['ndr_raised', 'customer_refused', 'EOD-6 EOD-111'],
    [
      'ndr_raised',
      'entry_restricted',
      'EOD-104 COVID19-001 COVID19-002 COVID19-003 COVID19-004 COVID19-005 COVID19-006 ' +
        'COVID19-007 COVID19-011 COVID19-012',
    ],
    ['ndr_raised', 'future_delivery_requested', 'EOD-3'],
    ['ndr_raised', 'not_attempted', 'EOD-86'],
    ['ndr_raised', 'open_delivery_requested', 'EOD-69'],
    ['ndr_raised', 'otp_not_verified', 'EOD-137 EOD-138'],
    ['ndr_raised', 'out_of_delivery_area', 'SC-102'],
    ['ndr_raised', 'self_collect_requested', 'EOD-43 SC-103 SC-106 X-SC'],
    ['on_hold', null, 'DLYFM-102'],
    ['damaged', null, 'RT-104 DLYDG-119'],
  ],
  RT: [
    ['rto_initiated', null, 'RT-113'],
    ['rto_initiated', 'max_attempts_exhausted', 'RT-107'],
    ['rto_initiated', 'otp_verified_cancellation', 'EOD-6O'],
    ['rto_initiated', 'seller_requested', 'RT-101'],
    ['rto_initiated', 'shipment_damaged', 'RT-109'],
    [
      'rto_in_transit',
      null,
      'X-DLD1R X-DLO1R X-DLD0R X-DLL2R X-DLL0R X-DLO0R X-DLL1R X-DLD4R X-DLD2R X-DLO2R X-DLL2F ' +
        'X-1LL1F X-ILD2R X-ILD1R X-ILO1R X-ILD0R X-ILO0R X-ILL0R X-ILL2R X-ILL1R X-ILO2R X-IBD4R ' +
        'X-IBD1R X-IBD3R DLYRG-125 DLYLH-109 DLYRG-124 DLYLH-106 DLYMR-118 DLYRG-130 DLYLH-104 ' +
        'DLYRPC-416 DLYRG-127 DLYLH-133 DLYLH-115 DLYRG-120 DLYRPC-419 DLYRPC-417 DLYDC-102 ' +
        'DLYDC-132 DLYDC-107 DLYLH-142 DLYDC-101 DLYLH-139 DOFF-128 DLYLH-135 RT-106 X-DBL1F ' +
        'X-IBD3F X-ILL1F X-ILL2F X-PIOM X-PPOM',
    ],
    ['rto_out_for_delivery', null, 'X-DRO4R X-DRD4R X-DRO2R X-DRD2R X-DRD1R X-DRO1R X-DRD3R X-DRO3R'],
    [
      'rto_need_attention',
      null,
      'RD-PD4 RD-PD12 RD-PD7 RD-PD8 RD-PD10 RD-PD11 RD-PD17 RD-PD18 RD-PD15 RD-PD3 RD-PD20 ' +
        'RD-PD21 RD-PD22',
    ],
    ['rto_damaged', null, 'DLYDG-119'],
  ],
  DL: [
    [
      'delivered',
      null,
      'EOD-600 EOD-141 EOD-145 EOD-135 EOD-143 EOD-37 EOD-136 EOD-144 EOD-38 EOD-36 SC-101 ' + 'ED-100',
    ],
    ['rto_delivered', null, 'RT-110 RD-AC1 RD-AC'],
    ['return_delivered', null, 'RT-111'],
  ],
  LT: [['lost', null, 'LT-100']],
  PP: [
    [
      'return_pickup_scheduled',
      null,
      'X-DDD3FP X-DDD1FP X-DDD2FP X-DDD4FP X-DDD4FR X-DDD2FR X-DDD1FR X-DDD3FR X-LM1P X-ASP ' +
        'CL-101 DLYDC-102 DLYDC-107 DLYDC-101 X-UCO X-DDD3FD',
    ],
    ['return_not_picked', null, 'CL-102 CL-103 EOD-902'],
    ['return_not_picked', 'address_incomplete', 'EOD-73 EOD-74'],
    ['return_not_picked', 'customer_cancelled', 'EOD-900'],
    ['return_not_picked', 'customer_not_available', 'EOD-26 EOD-11'],
    ['return_not_picked', 'entry_restricted', 'EOD-121 EOD-104'],
    ['return_not_picked', 'future_delivery_requested', 'EOD-68 EOD-3'],
    ['return_not_picked', 'not_attempted', 'EOD-65 EOD-86'],
    ['return_not_picked', 'shipment_damaged', 'EOD-83'],
    ['return_cancelled', null, 'CL-107'],
  ],
  PU: [
    [
      'return_in_transit',
      null,
      'X-DRO2R X-DRD2R X-DRD1R X-DRD4R X-DRO1R X-DRO4R X-DRD3R X-DRO3R X-PRC X-DLD1R X-DLL2R ' +
        'X-DLL0R X-DLD0R X-DLO0R X-DLL1R X-DLD2R X-DLO2R X-ILD2R X-ILD1R X-ILD0R X-ILO1R X-ILO0R ' +
        'X-ILL2R X-ILL0R X-ILL1R X-ILO2R CL-105 DLYRG-125 DLYLH-109 DLYRG-124 DLYLH-106 DLYMR-118 ' +
        'DLYRG-130 DLYLH-104 DLYRPC-416 DLYRG-127 DLYLH-133 DLYLH-115 DLYRG-120 DLYRPC-419 ' +
        'DLYRPC-417 DOFF-128 DLYLH-139 DLYLH-142 EOD-140 EOD-77 X-IBD4R X-IBD3R X-IBD1R DLYLH-101 ' +
        'DLYDC-416 X-AWD X-PPONM DLYLH-151 DLYRG-145 DLYRG-148 X-DBL1F DLYDC-109 X-DLL2F ' +
        'DLYSOR-101 X-ILL1F DLYRG-151 DLYLH-126 DLYRG-150 DLYDFD-100 DLYRG-149 X-OLL2F X-PIOM ' +
        'DLYLH-145 X-ILL2F DLYSEC-100 DLYLH-152 DLYLH-136 X-RWD DLYRG-128 DLYDC-105 X-IBD3F ' +
        'DLYMR-119 X-PROM X-PREMB X-PRONM X-PPOM',
    ],
    ['return_ndr_raised', null, 'RD-PD8 RD-PD15 RD-PD20'],
    ['return_ndr_raised', 'address_incorrect', 'RD-PD18'],
    ['return_ndr_raised', 'customer_not_available', 'RD-PD3 EOD-148'],
    ['return_ndr_raised', 'customer_refused', 'RD-PD7 RD-PD10 RD-PD11 RD-PD22'],
    ['return_ndr_raised', 'future_delivery_requested', 'DLYB2B-101 DLYB2B-103'],
    ['return_ndr_raised', 'not_attempted', 'RD-PD17 DLYDC-110'],
    ['return_ndr_raised', 'open_delivery_requested', 'RD-PD4'],
    ['return_ndr_raised', 'phone_unreachable', 'DLYB2B-108'],
    ['return_ndr_raised', 'shipment_damaged', 'RD-PD12 RD-PD21'],
    ['return_need_attention', 'shipment_damaged', 'DLYDG-119'],
    [null, null, 'DTUP-207 DTUP-205 DTUP-213 DTUP-209 DTUP-232'],
  ],
  CN: [
    ['return_cancelled', null, 'EOD-21 ST-109 ST-112 CL-107 EOD-106'],
    ['return_qc_failed', null, 'EOD-84 EOD-108 EOD-131 EOD-132 EOD-95'],
  ],
  DTO: [['return_delivered', null, 'RD-AC CL-110']],
};

/** Codes seen in the courier's answers but in no list. Others say no more than their type and status. */
const SEEN: Readonly<Record<string, readonly Row[]>> = {
  UD: [
    ['pickup_scheduled', null, 'FMPUR-101'],
    ['cancelled', null, 'DTUP-210'],
  ],
  CN: [['return_qc_failed', null, 'EOD-777']],
};

const MEANINGS = new CodeTable<CodeMeaning>(
  Object.fromEntries(
    [ROWS, SEEN].flatMap((table) =>
      Object.entries(table).flatMap(([type, rows]) =>
        rows.flatMap(([status, reason, codes]) =>
          codes.split(' ').map((code) => [`${type} ${code}`, { status, reason }] as const),
        ),
      ),
    ),
  ),
);

/** The courier writes some codes with blanks: `EOD- 146`, `COVID19 - 001`. */
function withoutBlanks(code: string): string {
  return code.replace(/\s+/g, '');
}

export function meaningOfCode(type: string, code: string): CodeMeaning | null {
  const known = MEANINGS.find(`${type} ${withoutBlanks(code)}`);
  if (known !== null) return known;
  return /^DTUP-/i.test(code) ? { status: null, reason: null } : null;
}

/** Tells whether the code is a delivery attempt, at a door or at a pickup counter. */
export function isOfAttempt(code: string): boolean {
  return /^(EOD|SC)-/i.test(code.trim());
}
