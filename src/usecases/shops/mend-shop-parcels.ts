import { isCancelled } from '../../domain/orders/allowed-actions.ts';
import { type ChosenDelivery, chosenDelivery } from '../../domain/shops/checkout-services.ts';
import { fieldProblem, notFound, refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import type { SentOrder } from '../../resources/order/order.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { findShipments } from '../../storage/booking/shipments.ts';
import type { Newest, NewestPage } from '../../storage/newest-page.ts';
import {
  findWholeParcel,
  type ListedParcel,
  listParcelsOf,
  listShopParcels,
  lockParcel,
  mendParcel,
  openParcelAgain,
  type ParcelFilters,
  type ShopParcelRow,
} from '../../storage/shops/shop-parcels.ts';
import { findStore } from '../../storage/stores/stores.ts';
import { type AccountContext, changeBy } from '../service.ts';
import { bookedSharesOf } from './booked-shares.ts';
import { dated, orderRequestOf } from './judge-parcel.ts';

/** What a person does about a parcel of a shop. */
export interface ParcelMending {
  /** Corrected fields of the order, by the API's names; null takes a correction back. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** True to ship a cash order above the limit. */
  readonly confirms: boolean;
  /** True if the task is done. */
  readonly endsTask: boolean;
  /** True to make another order, because the one that was made is cancelled. */
  readonly shipsAgain: boolean;
}

/**
 * Corrects or confirms a parcel that needs attention; its order is tried again at once.
 *
 * @throws Problem `not_found`; `refused` once the order was made and there is no task
 */
export async function mendShopParcel(
  account: AccountContext,
  parcelId: string,
  { fields, confirms, endsTask, shipsAgain }: ParcelMending,
): Promise<ShopParcelInFull> {
  await account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    const parcel = await lockParcel(writer, parcelId);
    if (parcel === null) throw notFound('Order of the shop');
    const changesOrder = confirms || Object.keys(fields).length > 0;
    if (parcel.orderId !== null && changesOrder) {
      throw refused(say('order_made_already', 'The order was made already: change the order itself'));
    }
    const mended = Object.fromEntries(
      Object.entries({ ...parcel.mended, ...fields }).filter(([, value]) => value !== null),
    );
    if (shipsAgain) await shipAgain(writer, parcel);
    await mendParcel(writer, parcel, {
      mended,
      confirmedAt: confirms ? writer.now : parcel.confirmedAt,
      endsTask,
    });
    await writer.record({
      action: 'shop_order.mended',
      subjectKind: 'shop',
      subjectId: parcel.shopId,
      // Names only: corrections may be personal data.
      changes: {
        order: parcel.orderKey,
        fields: Object.keys(fields),
        confirmed: confirms,
        task_done: endsTask,
        ship_again: shipsAgain,
      },
    });
  });
  return getShopParcel(account, parcelId);
}

/** @throws Problem `refused` if its order is not cancelled, or the shop is still to hear of that */
async function shipAgain(writer: AccountWriter, parcel: ShopParcelRow): Promise<void> {
  const { orderId, shipmentId, fulfilmentKey } = parcel;
  const [shipment] = shipmentId === null ? [] : await findShipments(writer, [shipmentId]);
  if (orderId === null || shipment === undefined || !isCancelled(shipment.state)) {
    throw refused(fieldProblem('ship_again', 'not_allowed', () => NOT_CANCELLED));
  }
  if (fulfilmentKey !== null) throw refused(fieldProblem('ship_again', 'not_allowed', () => NOT_TAKEN_BACK));
  await openParcelAgain(writer, parcel, orderId);
}

const NOT_CANCELLED = say(
  'ships_again_once_cancelled',
  'It is shipped again only after its order here was cancelled',
);
const NOT_TAKEN_BACK = say(
  'ships_again_once_told',
  'The shop still shows the cancelled parcel as sent; please try again in a minute',
);

export function listOwnShopParcels(
  account: AccountContext,
  filters: ParcelFilters & NewestPage,
): Promise<Newest<ListedParcel>> {
  return listShopParcels(account.database.account(account.accountId), filters);
}

/** A parcel with the order that is made from it. */
export interface ShopParcelInFull extends ListedParcel {
  /** The fields of a new order, with the corrections; null if it is not to be shipped. */
  readonly fields: SentOrder | null;
  /** What the customer chose of our services at checkout; null for nothing. */
  readonly chosen: Pick<ChosenDelivery, 'code' | 'pricePaise'> | null;
}

/** @throws Problem `not_found` */
export async function getShopParcel(account: AccountContext, parcelId: string): Promise<ShopParcelInFull> {
  const scope = account.database.account(account.accountId);
  const found = await findWholeParcel(scope, parcelId);
  if (found === null) throw notFound('Order of the shop');
  const { seen, shop, rules, storeId, ...listed } = found;
  const parcel = seen?.parcels.find(({ parcelKey }) => parcelKey === found.parcelKey);
  if (seen === null || parcel === undefined) return { ...listed, fields: null, chosen: null };
  const store = await findStore(scope, storeId);
  const { position, mended, confirmedAt } = found;
  const bookedShares = await bookedSharesOf(scope, await listParcelsOf(scope, found.shopId, found.orderKey));
  const judged = {
    ...{ order: dated(seen), parcel, position, mended, bookedShares },
    ...{ isConfirmed: confirmedAt !== null, storeName: store?.storeName ?? '' },
  };
  const chosen = chosenDelivery(seen, found.parcelKey);
  return { ...listed, fields: orderRequestOf({ shop, rules }, judged), chosen };
}

export { TASK_ACTIONS } from '../../domain/shops/compare-parcel.ts';
export { SHOP_PARCEL_STATES } from '../../storage/shops/shop-parcels.ts';
export type { ListedParcel };
