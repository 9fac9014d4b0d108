import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Shipment } from '../../api/shipments.ts';
import { shopOrderOfQuery } from '../../api/shops.ts';
import { Copyable } from '../../parts/copyable.tsx';
import { Warnings } from '../../parts/notices.tsx';
import { useBrandName } from '../../parts/shops.ts';
import { spelledOut } from '../../parts/status.tsx';
import { usePreference } from '../../preferences.ts';
import { useMayActAs } from '../../session/session.ts';
import { fieldName } from '../../words/field-names.ts';
import { Moment, Rupees, weight } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { sheetWords } from './sheet-words.ts';

type About = Shipment['attributes'];

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** The order in the shop from which the shipment was made, if it came from a connected shop. */
function ShopOrderFact({ id, channel }: { id: string; channel: string }) {
  const words = useWords(sheetWords);
  const maySee = useMayActAs('viewer', 'refused');
  const { data } = useQuery({ ...shopOrderOfQuery(id), enabled: maySee && channel !== MANUAL });
  if (!data) return null;
  const { chosen_service: chosen } = data;
  return (
    <>
      <Fact name={words.shopOrder}>
        <Link to="/shops/$id" params={{ id: data.shop_id }}>
          {data.shop_name} <span className="mono">{data.number}</span>
        </Link>
        <Warnings of={[data.held_details, data.task_details].filter((one) => one !== null)} />
      </Fact>
      {chosen && (
        <Fact name={words.chosenService}>
          {words.service[chosen.service_code] ?? spelledOut(chosen.service_code.replaceAll('-', '_'))} ·{' '}
          <Rupees value={chosen.price} />
        </Fact>
      )}
    </>
  );
}

/** The channel of orders that no shop has. */
const MANUAL = 'manual_order';

/** The parts of an order's total beside the items, by the API's names. */
const CHARGES = ['shipping_charges', 'giftwrap_charges', 'transaction_charges', 'other_amount'] as const;

/** The parts of an order's total, if it is more than its items. */
function partsOf(shipment: About): [name: string, rupees: number][] {
  const { sub_total, total_discount: discount } = shipment;
  const others = [['total_discount', -discount], ...CHARGES.map((name) => [name, shipment[name]])].filter(
    (part): part is [string, number] => part[1] !== 0,
  );
  return others.length === 0
    ? []
    : [['order_items', Math.round((sub_total + discount) * 100) / 100], ...others];
}

/** What is odd about the order. */
export function OrderWarnings({ shipment: { warnings } }: { shipment: About }) {
  if (warnings.length === 0) return null;
  return (
    <section>
      <Warnings of={warnings} />
    </section>
  );
}

export function Parcel({ id, shipment }: { id: string; shipment: About }) {
  const words = useWords(sheetWords);
  const sayStore = useBrandName();
  const language = usePreference('language');
  const { charges } = shipment;
  return (
    <section aria-labelledby="parcel">
      <h3 id="parcel">{words.parcel}</h3>
      <table className="rows">
        <tbody>
          {shipment.items.map((item) => (
            <tr key={item.id}>
              <td style={{ width: 48 }} className="mono quiet">
                {item.quantity} ×
              </td>
              <td>
                {item.name} {item.sku && <span className="mono quiet">{item.sku}</span>}
                {item.options && <div className="quiet small">{item.options}</div>}
              </td>
              <td style={{ textAlign: 'end' }}>
                <Rupees value={item.price} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="facts">
        <Fact name={words.payment}>
          {shipment.is_cod ? (
            <>
              {words.collect.before} <Rupees value={shipment.cod_amount} /> {words.collect.after}
              {shipment.cod_amount < shipment.total_price && ` · ${words.partPayment}`}
            </>
          ) : (
            words.prepaid
          )}
        </Fact>
        {partsOf(shipment).map(([name, value]) => (
          <Fact key={name} name={name === 'order_items' ? words.items : fieldName(name, language)}>
            <Rupees value={value} />
          </Fact>
        ))}
        <Fact name={words.value}>
          <Rupees value={shipment.total_price} />
        </Fact>
        <Fact name={words.carrier}>{shipment.carrier.name ?? words.notBooked}</Fact>
        <Fact name={words.weight}>
          <span className="mono">{weight(shipment.applied_weight.value)}</span>
          {shipment.zone && ` · ${words.zone} ${shipment.zone.replace('zone_', '').toUpperCase()}`}
        </Fact>
        {charges && (
          <>
            <Fact name={words.freight}>
              <Rupees value={charges.forward_freight_charges} />
            </Fact>
            {charges.cod_charges > 0 && (
              <Fact name={words.codCharge}>
                <Rupees value={charges.cod_charges} />
              </Fact>
            )}
            <Fact name={words.fee}>
              <Rupees value={charges.platform_fee} />
            </Fact>
            <Fact name={words.chargesTotal}>
              <b>
                <Rupees
                  value={
                    Math.round(
                      (charges.forward_freight_charges + charges.cod_charges + charges.platform_fee) * 100,
                    ) / 100
                  }
                />
              </b>
            </Fact>
            <Fact name={words.rtoCharge}>
              <Rupees value={charges.rto_charges} />
            </Fact>
          </>
        )}
        {shipment.customer_note && (
          <Fact name={fieldName('customer_note', language)}>{shipment.customer_note}</Fact>
        )}
        <Fact name={words.ordered}>
          <Moment at={shipment.order.order_date} />
        </Fact>
        {shipment.order.store_name && <Fact name={words.store}>{sayStore(shipment.order.store_name)}</Fact>}
        <ShopOrderFact id={id} channel={shipment.order.channel} />
      </dl>
    </section>
  );
}

/** The recipient of the parcel. */
export function Customer({ shipment }: { shipment: About }) {
  const words = useWords(sheetWords);
  const to = shipment.shipping_address;
  return (
    <section aria-label={words.customer}>
      <div className="stack tight">
        <div className="line">
          <h3>{to.name}</h3>
          <a href={`tel:+91${to.phone}`} className="mono">
            {to.phone}
          </a>
          {to.email && <Copyable text={to.email} />}
        </div>
        <p>
          {[to.address, to.address_2, to.city, to.state].filter(Boolean).join(', ')}{' '}
          <Copyable text={to.zip} />
        </p>
      </div>
    </section>
  );
}
