import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus, X } from 'lucide-react';
import { Fragment, useEffect, useRef, useState } from 'react';
import { ApiProblem, answerOf, api, idempotencyKey } from '../../api/client.ts';
import { storesQuery, warehousesQuery } from '../../api/lists.ts';
import type { Offer } from '../../api/quote.ts';
import { lastTypedQuery } from '../../api/shipments.ts';
import { shopNumbersQuery } from '../../api/shops.ts';
import { Choice } from '../../parts/choice.tsx';
import { LongField, TextField, Tick } from '../../parts/field.tsx';
import { useFocusOnProblem } from '../../parts/form.tsx';
import { useNarrow } from '../../parts/narrow.ts';
import { Failure, Warning } from '../../parts/notices.tsx';
import { usePlaceOfPincode } from '../../parts/place-of-pincode.ts';
import { usePreference } from '../../preferences.ts';
import { useMayActAs, useSession } from '../../session/session.ts';
import { fieldName } from '../../words/field-names.ts';
import { Rupees, rupees } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import {
  bodyOf,
  CHARGE_NAMES,
  CHARGES,
  type Draft,
  type DraftItem,
  draftOf,
  NEW_ITEM,
  orderParts,
  orderTotal,
  suggestedOrderId,
  useDraft,
} from './draft.ts';
import { Made, type MadeOrder } from './made.tsx';
import { Offers, useOffers } from './offers.tsx';
import { ordersWords } from './orders-words.ts';

/** The API's name of each form field, so that its problems are shown at the field. */
const FIELDS = {
  orderId: 'order_id',
  store: 'store_name',
  warehouse: 'warehouse_id',
  name: 'billing_customer_name',
  phone: 'billing_phone',
  email: 'billing_email',
  address: 'billing_address',
  pincode: 'billing_pincode',
  city: 'billing_city',
  state: 'billing_state',
  ...CHARGES,
  collect: 'cod_collectible',
  weight: 'weight',
  length: 'length',
  breadth: 'breadth',
  height: 'height',
} as const satisfies Partial<Record<keyof Draft, string>>;

/** The API's name of each field of an item. */
const ITEM_FIELDS = { name: 'name', sku: 'sku', units: 'units', price: 'selling_price' } as const;

function itemField(at: number, name: string): string {
  return `order_items[${at}].${name}`;
}

export function OrderForm() {
  const words = useWords(ordersWords);
  const { account } = useSession();
  const [typed, change, clear] = useDraft(account.id);
  const [key, setKey] = useState(idempotencyKey);
  const [made, setMade] = useState<MadeOrder | null>(null);
  const stores = useQuery(storesQuery).data ?? [];
  const warehouses = useQuery(warehousesQuery).data?.filter((one) => one.is_active);
  const last = useQuery(lastTypedQuery).data;
  const seesShops = useMayActAs('viewer', 'refused');
  const numbers = useQuery({ ...shopNumbersQuery, enabled: seesShops }).data;
  const shopNumbers = seesShops ? numbers : [];
  const isKnown = last !== undefined && shopNumbers !== undefined;
  const suggestedId = isKnown ? suggestedOrderId(last?.display_id ?? null, shopNumbers) : '';
  // Suggestions are shown, but not in the draft: so a late one cannot touch what was typed.
  const [isAtId, setAtId] = useState(false);
  const draft = {
    ...typed,
    orderId: typed.orderId || (isAtId ? '' : suggestedId),
    store: typed.store ?? last?.store_name ?? '',
    warehouse: typed.warehouse || (warehouses?.[0]?.id ?? ''),
  };
  usePlaceOfPincode(draft.pincode, draft, change);
  const navigate = useNavigate({ from: '/orders/new' });
  const quoted = useSearch({ from: '/frame/orders/new' });
  const at = warehouses?.find(({ pincode }) => pincode === quoted.from)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens with a parcel
  useEffect(() => {
    if (quoted.to === undefined || warehouses === undefined) return;
    change({ ...draftOf(quoted), ...(at && { warehouse: at }) });
    void navigate({ search: {}, replace: true });
  }, [warehouses === undefined]);
  const offers = useOffers(draft, warehouses ?? []);
  const making = useMutation({
    mutationFn: async (book: boolean): Promise<MadeOrder> => {
      // A carrier that was chosen before, but does not offer it any more, is not asked.
      const carrier = offers.chosen?.id === draft.carrier ? draft.carrier : '';
      const body = bodyOf({ ...draft, carrier }, new Date());
      const options = { body, headers: { 'idempotency-key': key } };
      const { payload, warning_details } = await answerOf(
        book
          ? api.POST('/custom/api/v1/forward-order-orchestration', options)
          : api.POST('/custom/api/v1/forward-order', options),
      );
      const charged = payload.charges.frwd_charges;
      return {
        orderId: draft.orderId.trim(),
        shipmentId: payload.shipment_id,
        carrier: payload.courier_name,
        price: Number(charged.shipping_charges ?? 0) + Number(charged.cod_charges ?? 0),
        awb: payload.awb_code,
        label: payload.label_url,
        isOpen: book,
        warnings: warning_details ?? [],
      };
    },
    onSuccess: (order) => {
      setMade(order);
      clear();
    },
    onSettled: () => setKey(idempotencyKey()),
  });
  const form = useRef<HTMLFormElement>(null);
  useFocusOnProblem(form, making.error);
  const error = making.error instanceof ApiProblem ? making.error : null;
  const wrong = (...names: readonly string[]) => error?.of(...names) ?? null;
  const isTaken = error?.problems.some(({ code }) => code === 'taken') ?? false;
  const field = (name: keyof typeof FIELDS) => ({
    name,
    value: draft[name],
    wrong: wrong(FIELDS[name]),
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  const shown = [
    ...Object.values(FIELDS),
    ...draft.items.flatMap((_, at) => Object.values(ITEM_FIELDS).map((name) => itemField(at, name))),
  ];
  const isNarrow = useNarrow();
  const { chosen } = offers;
  const bookText =
    chosen && offers.isCurrent ? words.bookFor(chosen.name, rupees(chosen.total, 2)) : words.book;
  // Before there is something to book, it says what is missing.
  const bookButton = (
    <button type="submit" className="button first" disabled={making.isPending}>
      {making.isPending && making.variables ? words.booking : bookText}
    </button>
  );
  if (made) return <Made order={made} onNext={() => setMade(null)} />;
  if (warehouses?.length === 0) {
    return (
      <Warning>
        <Link to="/settings/$part" params={{ part: 'warehouses' }}>
          {words.noWarehouse}
        </Link>
      </Warning>
    );
  }
  return (
    <form
      ref={form}
      className="two form"
      // The service says what is missing, at each field and in the language of the panel.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        making.mutate(true);
      }}
    >
      <div className="stack">
        <section className="card stack" aria-labelledby="order">
          <h2 id="order">{words.order}</h2>
          <div className="fields">
            <TextField
              label={words.orderId}
              required
              maxLength={100}
              {...field('orderId')}
              onFocus={() => {
                setAtId(true);
                change({ orderId: draft.orderId });
              }}
              onBlur={() => {
                setAtId(false);
                if (draft.orderId === suggestedId) change({ orderId: '' });
              }}
            />
            <Choice
              label={words.warehouse}
              value={draft.warehouse}
              required
              wrong={wrong('warehouse_id')}
              options={(warehouses ?? []).map((one) => [one.id, one.name] as const)}
              onChoose={(warehouse) => change({ warehouse })}
            />
            <Choice
              label={words.store}
              value={draft.store}
              wrong={wrong('store_name')}
              options={[
                ['', words.noStore],
                ...stores.map((one) => [one.store_name, one.brand_name ?? one.store_name] as const),
              ]}
              onChoose={(store) => change({ store })}
            />
          </div>
          {(isTaken || draft.replaces) && (
            <Tick
              label={words.replaces}
              checked={draft.replaces}
              onChange={({ target }) => change({ replaces: target.checked })}
            />
          )}
        </section>
        <section className="card stack" aria-labelledby="to">
          <h2 id="to">{words.customer}</h2>
          <div className="fields">
            <TextField label={words.name} required {...field('name')} />
            <TextField label={words.phone} required inputMode="tel" {...field('phone')} />
            <TextField label={words.email} type="email" {...field('email')} />
            <LongField label={words.address} required rows={2} {...field('address')} />
            <TextField
              label={words.pincode}
              required
              inputMode="numeric"
              maxLength={7}
              {...field('pincode')}
            />
            <TextField label={words.city} required {...field('city')} />
            <TextField label={words.state} required {...field('state')} />
          </div>
        </section>
        <Items draft={draft} change={change} wrong={wrong} />
        <Payment draft={draft} change={change} wrong={wrong} />
        <section className="card stack" aria-labelledby="box">
          <h2 id="box">{words.parcel}</h2>
          <div className="fields four">
            {(['weight', 'length', 'breadth', 'height'] as const).map((name) => (
              <TextField key={name} label={words[name]} required inputMode="decimal" {...field(name)} />
            ))}
          </div>
        </section>
      </div>
      <aside className="stack beside-it" aria-label={words.couriers}>
        <Offers of={offers} onChoose={(carrier) => change({ carrier })} />
        <Failure error={making.error} shown={shown} />
        <section className="card stack" aria-label={words.summary}>
          <Summary draft={draft} chosen={chosen} />
          {!isNarrow && bookButton}
          <button
            type="button"
            className="button bare"
            disabled={making.isPending}
            onClick={() => making.mutate(false)}
          >
            {words.later}
          </button>
        </section>
      </aside>
      {isNarrow && <div className="foot-bar whole-row">{bookButton}</div>}
    </form>
  );
}

/** What the order comes to as typed so far. */
function Summary({ draft, chosen }: { draft: Draft; chosen: Offer | undefined }) {
  const words = useWords(ordersWords);
  const language = usePreference('language');
  const total = orderTotal(draft);
  const parts = orderParts(draft);
  return (
    <dl className="facts sum-up">
      {parts.length > 1 &&
        parts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name === 'items' ? words.items : fieldName(CHARGES[name], language)}</dt>
            <dd>
              <Rupees value={value} />
            </dd>
          </Fragment>
        ))}
      <dt>{words.total}</dt>
      <dd>
        <Rupees value={total} />
      </dd>
      {draft.payment === 'COD' && (
        <>
          <dt>{words.collect}</dt>
          <dd>
            <Rupees value={Number(draft.collect) || total} />
          </dd>
        </>
      )}
      <dt>{words.shippingCost}</dt>
      <dd>{chosen ? <Rupees value={chosen.total} /> : '–'}</dd>
    </dl>
  );
}

interface Part {
  draft: Draft;
  change: (changed: Partial<Draft>) => void;
  wrong: (field: string) => string | null;
}

function Items({ draft, change, wrong }: Part) {
  const words = useWords(ordersWords);
  const set = (at: number, changed: Partial<DraftItem>) =>
    change({ items: draft.items.map((item, index) => (index === at ? { ...item, ...changed } : item)) });
  return (
    <section className="card stack" aria-labelledby="items">
      <h2 id="items">{words.items}</h2>
      {draft.items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item has no other key
        <div className="item" key={at}>
          {(['name', 'sku', 'units', 'price'] as const).map((name) => (
            <TextField
              key={name}
              label={name === 'name' ? words.item : words[name]}
              required={name !== 'sku'}
              inputMode={name === 'units' ? 'numeric' : name === 'price' ? 'decimal' : 'text'}
              wrong={wrong(itemField(at, ITEM_FIELDS[name]))}
              value={item[name]}
              onChange={({ target }) => set(at, { [name]: target.value })}
            />
          ))}
          {draft.items.length > 1 && (
            <button
              type="button"
              className="button bare icon"
              aria-label={words.removeItem(at + 1)}
              onClick={() => change({ items: draft.items.filter((_, index) => index !== at) })}
            >
              <X aria-hidden="true" />
            </button>
          )}
        </div>
      ))}
      <div className="line">
        <button
          type="button"
          className="button small"
          onClick={() => change({ items: [...draft.items, NEW_ITEM] })}
        >
          <Plus aria-hidden="true" />
          {words.addItem}
        </button>
      </div>
    </section>
  );
}

function Payment({ draft, change, wrong }: Part) {
  const words = useWords(ordersWords);
  return (
    <section className="card stack" aria-labelledby="payment">
      <h2 id="payment">{words.payment}</h2>
      <div className="fields">
        <Choice
          label={words.paidHow}
          value={draft.payment}
          options={[
            ['PREPAID', words.prepaid],
            ['COD', 'COD'],
          ]}
          onChoose={(payment) => change({ payment })}
        />
        {draft.payment === 'COD' && (
          <TextField
            label={words.collect}
            inputMode="decimal"
            placeholder={String(orderTotal(draft))}
            wrong={wrong('cod_collectible')}
            value={draft.collect}
            onChange={({ target }) => change({ collect: target.value })}
          />
        )}
      </div>
      <Charges draft={draft} change={change} wrong={wrong} />
    </section>
  );
}

/** Folded at first: most orders have none. */
function Charges({ draft, change, wrong }: Part) {
  const words = useWords(ordersWords);
  const language = usePreference('language');
  // It stays open while a field in it is emptied to be typed again.
  const [isOpen, setOpen] = useState(() => CHARGE_NAMES.some((name) => draft[name] !== ''));
  const isWrong = CHARGE_NAMES.some((name) => wrong(CHARGES[name]) !== null);
  return (
    <details open={isOpen || isWrong} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.charges}</summary>
      <div className="fields" style={{ marginTop: 12 }}>
        {CHARGE_NAMES.map((name) => (
          <TextField
            key={name}
            label={fieldName(CHARGES[name], language)}
            inputMode="decimal"
            wrong={wrong(CHARGES[name])}
            value={draft[name]}
            onChange={({ target }) => change({ [name]: target.value })}
          />
        ))}
      </div>
    </details>
  );
}
