import { answerOf, api } from '../../api/client.ts';

/** The result of a scan: the shipment, or the reason why it was not found. */
export type Scanned =
  | { readonly kind: 'nothing' | 'several' }
  | {
      readonly kind: 'label' | 'unbooked' | 'handedOver' | 'gone';
      readonly id: string;
      readonly order: string;
      readonly customer: string;
      readonly carrier: string | null;
      readonly label: string | null;
    };

const TO_PACK = new Set([
  'ready_for_pickup',
  'pickup_scheduled',
  'out_for_pickup',
  'not_picked',
  'pending',
  'processing',
]);

/** Finds a scanned code as an order id, or else as a tracking number, both exactly. */
export async function findScanned(code: string): Promise<Scanned> {
  const ask = async (body: Record<string, unknown>) =>
    (await answerOf(api.POST('/custom/api/v1/shipments', { body: { ...body, per_page: 5 } }))).data;
  let found = await ask({ order_display_id: [code] });
  if (found.length === 0) {
    const wanted = code.toLowerCase();
    const alike = await ask({ search: code });
    found = alike.filter(({ attributes }) => attributes.tracking_number?.toLowerCase() === wanted);
    if (found.length === 0 && alike.length > 0) return { kind: 'several' };
  }
  const [one] = found;
  if (one === undefined) return { kind: 'nothing' };
  const { attributes: about, id } = one;
  const handedOver = await ask({ order_display_id: [about.order.display_id], handover: 'handed_over' });
  const kind = !TO_PACK.has(about.sub_status ?? about.status)
    ? 'gone'
    : handedOver.some((other) => other.id === id)
      ? 'handedOver'
      : about.tracking_number === null
        ? 'unbooked'
        : 'label';
  return {
    kind,
    id,
    order: about.order.display_id,
    customer: about.shipping_address.name,
    carrier: about.carrier.name,
    label: about.label_url ?? null,
  };
}
