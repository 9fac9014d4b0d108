import { isAnswerable } from '../../src/domain/customer-requests/customer-request.ts';
import { lockShipments } from '../../src/storage/booking/shipments.ts';
import { insertRequest, type NewRequest } from '../../src/storage/customer-requests/requests.ts';
import { CUSTOMER } from '../../src/usecases/customer-requests/customer.ts';
import { type AccountContext, changeBy } from '../../src/usecases/service.ts';

type SampleRequest = Pick<NewRequest, 'kind' | 'landmark' | 'phone' | 'note' | 'returnReason' | 'items'>;

const NOTHING = { landmark: null, phone: null, note: null, returnReason: null, items: [] } as const;

/** Sample customer requests for failed deliveries; the phone numbers belong to nobody. */
const ANSWERS: readonly SampleRequest[] = [
  { ...NOTHING, kind: 'reattempt', landmark: 'Opposite the post office', phone: '1098765432' },
  { ...NOTHING, kind: 'refusal', note: 'I have bought it elsewhere meanwhile' },
  { ...NOTHING, kind: 'reattempt', phone: '1098765431', note: 'Please call before you come' },
];

const RETURN: SampleRequest = {
  ...NOTHING,
  kind: 'return',
  returnReason: 'does_not_fit',
  note: 'Too small',
  items: [{ position: 1, units: 1 }],
};

/** Adds customer requests that wait for the merchant: after failed deliveries, and for delivered orders. */
export async function makeDemoRequests(
  account: AccountContext,
  { failed, delivered }: { readonly failed: readonly string[]; readonly delivered: readonly string[] },
): Promise<void> {
  const samples = [
    ...ANSWERS.map((input, index) => ({ input, shipmentId: failed.toSorted()[index] })),
    { input: RETURN, shipmentId: delivered.toSorted()[0] },
  ];
  for (const { input, shipmentId } of samples) {
    if (shipmentId !== undefined) await makeRequest(account, shipmentId, input);
  }
}

async function makeRequest(account: AccountContext, shipmentId: string, input: SampleRequest): Promise<void> {
  await account.database.change(account.accountId, changeBy(account, CUSTOMER), async (writer) => {
    const state = (await lockShipments(writer, [shipmentId])).get(shipmentId)?.state;
    writer.skipAudit('nothing is asked of a parcel that has moved on');
    if (state === undefined || (input.kind !== 'return' && !isAnswerable(state))) return;
    const requestId = writer.newId();
    await insertRequest(writer, {
      ...input,
      requestId,
      shipmentId,
      isAtOnce: false,
      attempt: state.attemptCount,
      deliveryDate: null,
      photos: [],
    });
    await writer.record({
      action: 'request.made',
      subjectKind: 'request',
      subjectId: requestId,
      changes: { shipment_id: shipmentId, kind: input.kind, at_once: false },
    });
  });
}
