import { SYSTEM } from '../../domain/actor.ts';
import { indiaDateTime } from '../../domain/india-time.ts';
import {
  isDoneAlready,
  stateAfter,
  type WeightDifferenceAction,
  type WeightDifferenceState,
} from '../../domain/money/weight-difference.ts';
import { money } from '../../domain/rupees.ts';
import { fieldProblem, notFound, refused } from '../../problems/problem.ts';
import { about, detailsOf, type Sentence, say, word } from '../../problems/sentence.ts';
import type { AccountScope, AccountWriter } from '../../storage/account-scope.ts';
import { lockShipments } from '../../storage/booking/shipments.ts';
import type { InvoiceRowToRecord, WeightDifferenceSettings } from '../../storage/money/courier-invoices.ts';
import { settleMoney } from '../../storage/money/settle-money.ts';
import {
  findDifference,
  findDifferenceSettings,
  keepDifferenceSettings,
  listOverdueDifferences,
  listWeightDifferences,
  readWeightDifferences,
  showWeightDifference,
  takeStep,
  type WeightDifference,
  type WeightDifferenceFilters,
  type WeightDifferenceSums,
} from '../../storage/money/weight-differences.ts';
import type { Newest, NewestPage } from '../../storage/newest-page.ts';
import { exportRows } from '../export-rows.ts';
import type { Client, ListingParts } from '../long-work.ts';
import { type AccountContext, changeBy, type Service } from '../service.ts';
import type { AnnouncementParts } from '../tracking/on-moments.ts';
import { withReadNumber } from './with-read-number.ts';

export type { WeightDifference, WeightDifferenceSettings, WeightDifferenceState };

export function listAccountDifferences(
  { database, accountId }: AccountContext,
  filters: WeightDifferenceFilters,
  page: NewestPage,
): Promise<Newest<WeightDifference, WeightDifferenceSums>> {
  return listWeightDifferences(database.account(accountId), withReadNumber(filters), page);
}

const HEADINGS = [
  'raised_at',
  'courier',
  'carrier',
  'invoice_number',
  'order_id',
  'tracking_number',
  'our_weight_g',
  'charged_weight_g',
  'our_amount',
  'charged_amount',
  'difference_amount',
  'state',
  'agreed_amount',
];

/** Exports all matching differences as CSV. */
export function exportDifferences(
  account: AccountContext & ListingParts,
  filters: WeightDifferenceFilters,
  client: Client,
) {
  const rows = {
    headings: HEADINGS,
    read: (scope: AccountScope) => readWeightDifferences(scope, withReadNumber(filters)),
    cellsOf: (row: WeightDifference) => [
      indiaDateTime(Date.parse(row.raisedAt)),
      row.courier,
      row.carrierName,
      row.invoiceNumber,
      row.orderId,
      row.trackingNumber,
      String(row.ourWeight / 100),
      String(row.chargedWeight / 100),
      row.ourPaise,
      row.chargedPaise,
      row.chargedPaise - row.ourPaise,
      row.state,
      row.agreedPaise,
    ],
  };
  return exportRows(account, rows, client);
}

export interface DifferenceAction {
  readonly differenceId: string;
  readonly action: WeightDifferenceAction;
  readonly note: Sentence | null;
  /** Only for `settle`: the paise that the merchant pays, without GST, from 0 to the full amount. */
  readonly agreedPaise: number | null;
}

/**
 * Accepts, disputes or settles a difference, and charges the shipment for the agreed amount, in one
 * transaction. A repeated action changes nothing.
 *
 * @throws Problem `not_found`; `refused` if the state of the difference does not allow it
 */
export async function actOnDifference(
  account: AccountContext,
  input: DifferenceAction,
): Promise<WeightDifference> {
  const { database, accountId } = account;
  await database.change(accountId, changeBy(account, account.actor), (writer) => act(writer, input));
  const difference = await showWeightDifference(database.account(accountId), input.differenceId);
  if (difference === null) throw notFound('Weight difference');
  return difference;
}

async function act(
  writer: AccountWriter,
  { differenceId, action, note, agreedPaise }: DifferenceAction,
): Promise<void> {
  const named = await findDifference(writer, differenceId);
  if (named === null) throw notFound('Weight difference');
  // Locks the shipment first, as for every charge, and then reads the difference.
  const shipment = (await lockShipments(writer, [named.shipmentId])).get(named.shipmentId);
  const held = await findDifference(writer, differenceId);
  if (shipment === undefined || held === null) throw notFound('Weight difference');
  if (isDoneAlready(held.state, action)) {
    writer.skipAudit('it was done already');
    return;
  }
  const state = stateAfter(held.state, action);
  if (state === null)
    throw refused(
      say('difference_cannot_become', 'The weight difference is {state}, so it cannot be {wanted}', {
        state: word(held.state),
        wanted: word(pastOf(action)),
      }),
    );
  const agreed = action === 'accept' ? held.extraPaise : action === 'settle' ? (agreedPaise ?? 0) : null;
  if (agreed !== null && agreed > held.extraPaise) {
    const sentence = about('above_the_difference', 'must be at most the difference, {most}', {
      most: money(held.extraPaise),
    });
    throw refused(fieldProblem('amount', 'too_large', sentence));
  }
  await takeStep(writer, differenceId, { state, note, agreedPaise: agreed });
  const { accountId } = writer;
  await settleMoney(writer.acrossAccounts, [
    { accountId, shipmentId: shipment.shipmentId, state: shipment.state },
  ]);
  await writer.record({
    action: `weight_difference.${state}`,
    subjectKind: 'weight_difference',
    subjectId: differenceId,
    changes: {
      shipment_id: shipment.shipmentId,
      amount: agreed === null ? null : agreed / 100,
      note: note?.text ?? null,
      ...(note !== null && { note_details: detailsOf(note) }),
    },
  });
}

function pastOf(action: WeightDifferenceAction): WeightDifferenceState {
  return action === 'accept' ? 'accepted' : action === 'dispute' ? 'disputed' : 'settled';
}

/** Notifies webhook endpoints of an invoice's differences, in the transaction that raised them. */
export async function notifyDifferences(
  { emitWebhooks }: Pick<AnnouncementParts, 'emitWebhooks'>,
  writer: AccountWriter,
  courier: string,
  rows: readonly InvoiceRowToRecord[],
): Promise<void> {
  const { accountId, now } = writer;
  const raised = rows.flatMap(({ differenceId, ...row }) =>
    differenceId === null ? [] : [{ ...row, differenceId }],
  );
  await emitWebhooks(
    writer.acrossAccounts,
    raised.map(() => accountId),
    () =>
      raised.map(({ differenceId, shipmentId, trackingNumber, invoiceNumber, ours, charged }) => ({
        accountId,
        shipmentId: null,
        event: 'weight_difference.raised',
        at: now.getTime(),
        data: {
          weight_difference_id: differenceId,
          shipment_id: shipmentId,
          tracking_number: trackingNumber,
          courier,
          invoice_number: invoiceNumber,
          our_weight: ours.weight / 100,
          charged_weight: charged.weight / 100,
          our_amount: ours.paise / 100,
          charged_amount: charged.paise / 100,
        },
      })),
  );
}

export function getDifferenceSettings({
  database,
  accountId,
}: AccountContext): Promise<WeightDifferenceSettings> {
  return findDifferenceSettings(database.account(accountId));
}

export async function changeDifferenceSettings(
  account: AccountContext,
  changes: {
    readonly toleranceWeight?: number | undefined;
    readonly tolerancePaise?: number | undefined;
    readonly acceptAfterDays?: number | null | undefined;
  },
): Promise<WeightDifferenceSettings> {
  const { database, accountId, actor } = account;
  return database.change(accountId, changeBy(account, actor), async (writer) => {
    const before = await findDifferenceSettings(writer);
    const { toleranceWeight, tolerancePaise, acceptAfterDays } = changes;
    const after = {
      tolerance: {
        weight: toleranceWeight ?? before.tolerance.weight,
        paise: tolerancePaise ?? before.tolerance.paise,
      },
      acceptAfterDays: acceptAfterDays === undefined ? before.acceptAfterDays : acceptAfterDays,
    };
    await keepDifferenceSettings(writer, after);
    await writer.record({
      action: 'weight_differences.settings_changed',
      subjectKind: 'account',
      subjectId: accountId,
      changes: {
        tolerance_weight: after.tolerance.weight / 100,
        tolerance_amount: after.tolerance.paise / 100,
        accept_after_days: after.acceptAfterDays,
      },
    });
    return after;
  });
}

const ACCEPTED_AUTOMATICALLY = say(
  'accepted_automatically',
  "accepted automatically, by the account's settings",
);

/** Accepts differences for accounts with that setting, after the number of days that they set. */
export async function acceptOverdueDifferences(service: Service): Promise<void> {
  for (const { accountId, differenceId } of await listOverdueDifferences(service.database, service.now())) {
    await service.database.change(accountId, changeBy(service, SYSTEM), (writer) =>
      act(writer, { differenceId, action: 'accept', note: ACCEPTED_AUTOMATICALLY, agreedPaise: null }),
    );
  }
}
