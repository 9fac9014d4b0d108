import type { QcAnswer } from '../../../domain/tracking/qc.ts';
import type { Scan } from '../../../domain/tracking/scan.ts';
import {
  list,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  type ValueOf,
  webAddress,
} from '../../../reading/fields.ts';

export const ScanItem = object(
  {
    tracking_number: text({
      max: 100,
      mayBeNumber: true,
      examples: ['ND00000000017'],
      nearMisses: ['awb', 'awb_code', 'awb_number', 'waybill'],
    }),
    status: text({
      max: 100,
      description:
        'A granular status. Letter case does not matter, and words may be separated by blanks, hyphens or underscores.',
      examples: ['out_for_delivery'],
    }),
    event_date_time: timestamp({
      description: 'When it happened; at most 10 minutes ahead.',
      examples: ['2026-11-16T11:30:00+05:30'],
      nearMisses: ['event_time', 'event_date', 'event_timestamp', 'timestamp'],
    }),
    location: optional(
      text({
        max: 300,
        multiline: true,
        examples: ['Mumbai hub'],
        nearMisses: ['scan_location', 'current_location'],
      }),
    ),
    description: optional(text({ max: 2_000, multiline: true })),
    reason: optional(
      text({
        max: 500,
        multiline: true,
        description: 'The reason of a failed attempt or of a return to origin, in free text.',
      }),
    ),
    carrier_event_id: optional(
      text({
        max: 200,
        description: "The courier's own id. A second event with the same id is a repeat.",
        nearMisses: ['event_id'],
      }),
    ),
    qc_status: optional(
      oneOf(['passed', 'failed'], {
        description: 'For a return: the result of the quality check at the customer’s door.',
      }),
    ),
    qc_failure_reason: optional(text({ max: 500, multiline: true })),
    qc_images: optional(list(webAddress(), { max: 20 })),
  },
  { called: 'the event', title: 'CarrierEvent' },
);

export function scanOfItem(item: ValueOf<typeof ScanItem>): Scan {
  return {
    trackingNumber: item.tracking_number,
    status: item.status,
    eventTime: Date.parse(item.event_date_time),
    location: item.location ?? null,
    description: item.description ?? null,
    reason: item.reason ?? null,
    carrierEventId: item.carrier_event_id ?? null,
    qc: qcOf(item),
    own: null,
  };
}

function qcOf(item: ValueOf<typeof ScanItem>): QcAnswer | null {
  if (item.qc_status === undefined) return null;
  return {
    status: item.qc_status,
    reason: item.qc_failure_reason ?? null,
    images: item.qc_images ?? [],
  };
}
