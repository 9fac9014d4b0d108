import { collectedPaise } from '../../domain/money/cod.ts';
import {
  chargesDue,
  entriesToAdd,
  type LedgerEvent,
  type NewEntry,
  type Recorded,
} from '../../domain/money/ledger.ts';
import type { ShipmentState } from '../../domain/tracking/state.ts';
import { type Column, columnLists, columnNames, columnTypes, columnValues } from '../column-lists.ts';
import type { RowsStatement, ServiceTransaction } from '../service-transaction.ts';
import { keyLists, type ShipmentKey } from '../tracking/tracking-events.ts';
import type { RowsInsert, Write } from '../writes.ts';

/** A shipment that this transaction has locked, with the state that its charges must match. */
export interface ShipmentToSettle extends ShipmentKey {
  readonly state: ShipmentState;
}

interface TermsRow {
  account_id: string;
  shipment_id: string;
  carrier_id: string;
  is_cod: boolean;
  cod_amount_paise: number;
  booked_at: Date;
  platform_fee_paise: number;
  total_charges_paise: number;
  rto_charges_paise: number;
  agreed_paise: string | null;
  has_due: boolean;
  recorded: Partial<Record<LedgerEvent, [paise: number, gstPaise: number]>> | null;
}

/** Only a booked shipment has charges. The key of `ledger_entries` finds the recorded charges. */
const TERMS: RowsStatement = {
  name: 'read-charge-terms',
  account: 'k.account_id',
  text: (account) => `select s.account_id, s.shipment_id, s.carrier_id, s.is_cod, s.cod_amount_paise,
        coalesce(b.settled_at, b.asked_at) as booked_at, b.platform_fee_paise, b.total_charges_paise, b.rto_charges_paise,
        (select sum(d.agreed_paise) from weight_differences d
          where d.account_id = ${account} and d.shipment_id = s.shipment_id) as agreed_paise,
        exists (select from cod_dues had
          where had.account_id = ${account} and had.shipment_id = s.shipment_id) as has_due,
        (select jsonb_object_agg(event_type, jsonb_build_array(paise, gst)) from (
           select event_type, sum(case side when 'debit' then amount_paise else -amount_paise end) as paise,
                  sum(case side when 'debit' then gst_paise else -gst_paise end) as gst
             from ledger_entries l where l.account_id = ${account} and l.shipment_id = s.shipment_id
            group by event_type) sums) as recorded
      from unnest($1::uuid[], $2::uuid[]) as k (account_id, shipment_id)
      join shipments s on s.account_id = ${account} and s.shipment_id = k.shipment_id
      join bookings b on b.account_id = s.account_id and b.shipment_id = s.shipment_id and b.booking_id = s.booking_id
     where s.tracking_number is not null and b.state = 'booked'
     order by s.account_id, s.shipment_id`,
};

interface EntryToSave extends ShipmentKey {
  readonly entryId: string;
  readonly entry: NewEntry;
}

const ENTRY: readonly Column<EntryToSave>[] = [
  ['account_id', 'uuid', ({ accountId }) => accountId],
  ['shipment_id', 'uuid', ({ shipmentId }) => shipmentId],
  ['entry_id', 'uuid', ({ entryId }) => entryId],
  ['happened_at', 'milliseconds', ({ entry }) => entry.happenedAt],
  ['amount_paise', 'bigint', ({ entry }) => entry.paise],
  ['gst_paise', 'bigint', ({ entry }) => entry.gstPaise],
  ['event_type', 'ledger_event', ({ entry }) => entry.event],
  ['side', 'ledger_side', ({ entry }) => entry.side],
];

interface DueToSave extends ShipmentKey {
  readonly carrierId: string;
  readonly deliveredAt: number | null;
  readonly collected: number;
}

const DUE: readonly Column<DueToSave>[] = [
  ['account_id', 'uuid', ({ accountId }) => accountId],
  ['shipment_id', 'uuid', ({ shipmentId }) => shipmentId],
  ['carrier_id', 'text', ({ carrierId }) => carrierId],
  ['delivered_at', 'milliseconds', ({ deliveredAt }) => deliveredAt],
  ['collected_paise', 'bigint', ({ collected }) => collected],
];

const FIRST_ENTRY = 2;
const FIRST_DUE = FIRST_ENTRY + ENTRY.length;

const SAVE = {
  name: 'save-money',
  text: `with entries as (
      insert into ledger_entries (recorded_at, ${columnNames(ENTRY)})
      select $1, ${columnValues(ENTRY)} from unnest(${columnTypes(ENTRY, FIRST_ENTRY)}) as n (${columnNames(ENTRY)})
    )
    insert into cod_dues as due (${columnNames(DUE)})
    select ${columnValues(DUE)} from unnest(${columnTypes(DUE, FIRST_DUE)}) as n (${columnNames(DUE)})
     order by account_id, shipment_id
    on conflict (account_id, shipment_id) do update
       set (carrier_id, delivered_at, collected_paise)
         = (excluded.carrier_id, excluded.delivered_at, excluded.collected_paise)
     where (due.carrier_id, due.delivered_at, due.collected_paise)
           is distinct from (excluded.carrier_id, excluded.delivered_at, excluded.collected_paise)`,
};

/**
 * Updates the ledgers of shipments of any accounts to match their histories, and the COD that their couriers
 * owe. It needs two statements for any number of shipments, or only the first if nothing changes. It is
 * idempotent, so the same call can charge shipments late, such as shipments from before the ledger existed.
 */
export async function settleMoney(
  transaction: ServiceTransaction,
  shipments: readonly ShipmentToSettle[],
): Promise<void> {
  if (shipments.length === 0) return;
  const states = new Map(shipments.map(({ shipmentId, state }) => [shipmentId, state]));
  const rows = await transaction.runFor<TermsRow, ShipmentToSettle>(TERMS, shipments, keyLists);
  const now = transaction.now.getTime();
  const entries: EntryToSave[] = [];
  const dues: DueToSave[] = [];
  for (const row of rows) {
    const state = states.get(row.shipment_id);
    if (state === undefined) continue;
    const key = { accountId: row.account_id, shipmentId: row.shipment_id };
    for (const entry of entriesToAdd(chargesDue(termsOf(row), state), recordedOf(row), now)) {
      entries.push({ ...key, entryId: transaction.newId(), entry });
    }
    if (!row.is_cod) continue;
    const shipment = { isCod: row.is_cod, codAmountPaise: row.cod_amount_paise };
    const collected = collectedPaise(shipment, state);
    // A shipment without collected cash and without remittances needs no row.
    if (collected === 0 && !row.has_due) continue;
    dues.push({
      ...key,
      carrierId: row.carrier_id,
      deliveredAt: state.milestones.delivered ?? null,
      collected,
    });
  }
  if (entries.length === 0 && dues.length === 0) return;
  await transaction.run(SAVE, [transaction.now, ...columnLists(ENTRY, entries), ...columnLists(DUE, dues)]);
}

function termsOf(row: TermsRow) {
  return {
    bookedAt: row.booked_at.getTime(),
    platformFeePaise: row.platform_fee_paise,
    totalChargesPaise: row.total_charges_paise,
    rtoChargesPaise: row.rto_charges_paise,
    weightDifferencePaise: Number(row.agreed_paise ?? 0),
  };
}

function recordedOf({ recorded }: TermsRow): Partial<Record<LedgerEvent, Recorded>> {
  return Object.fromEntries(
    Object.entries(recorded ?? {}).map(([event, [paise, gstPaise]]) => [event, { paise, gstPaise }]),
  );
}

const INSERT_ENTRIES: RowsInsert = {
  name: 'ledger',
  table: 'ledger_entries',
  alike: { account_id: '$1', shipment_id: '$2', recorded_at: '$3' },
  each: {
    entry_id: 'uuid',
    happened_at: 'timestamptz',
    amount_paise: 'bigint',
    gst_paise: 'bigint',
    event_type: 'ledger_event',
    side: 'ledger_side',
  },
};

/** Writes the first ledger entries of a shipment that is booked when it is created. */
export function writeFirstEntries(
  shipmentId: string,
  recordedAt: Date,
  entries: readonly (NewEntry & { readonly entryId: string })[],
): Write {
  const rows = entries.map((entry) => ({
    entry_id: entry.entryId,
    happened_at: new Date(entry.happenedAt),
    amount_paise: entry.paise,
    gst_paise: entry.gstPaise,
    event_type: entry.event,
    side: entry.side,
  }));
  return { insert: INSERT_ENTRIES, parameters: [shipmentId, recordedAt], rows };
}
