import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiProblem, answerOf, api, idempotencyKey } from '../../api/client.ts';
import { warehousesQuery } from '../../api/lists.ts';
import type { Shipment } from '../../api/shipments.ts';
import { Choice, Combobox } from '../../parts/choice.tsx';
import { TextField } from '../../parts/field.tsx';
import { useFocusOnProblem } from '../../parts/form.tsx';
import { Failure } from '../../parts/notices.tsx';
import { toast } from '../../parts/toasts.tsx';
import { useWords } from '../../words/language.ts';
import { Goods } from './goods.tsx';
import { NewGoods } from './new-goods.tsx';
import { newReturnWords } from './new-return-words.ts';
import { draftOf, exchangeBodyOf, type ReturnDraft, returnBodyOf } from './return-draft.ts';

/** Fields that show their own problems, in addition to the fields of the items. */
const SHOWN = ['pickup_phone', 'order_id', 'return_reason', 'weight', 'length', 'breadth', 'height'];
const ITEMS = /^(order_items|return_items)\[/;

export function ReturnForm({ kind, shipment }: { kind: ReturnDraft['kind']; shipment: Shipment }) {
  const words = useWords(newReturnWords);
  const navigate = useNavigate();
  const [draft, setDraft] = useState(() => draftOf(kind, shipment));
  const [key, setKey] = useState(idempotencyKey);
  const warehouses = useQuery(warehousesQuery).data ?? [];
  const change = (changed: Partial<ReturnDraft>) => setDraft((before) => ({ ...before, ...changed }));
  const making = useMutation({
    mutationFn: async (books: boolean) => {
      const headers = { 'idempotency-key': key };
      if (kind === 'exchange') {
        const body = exchangeBodyOf(draft, shipment);
        return (await answerOf(api.POST('/custom/api/v1/exchange-order-orchestration', { body, headers })))
          .payload.return_id;
      }
      const body = returnBodyOf(draft, shipment);
      const path = books ? '/custom/api/v1/reverse-order-orchestration' : '/custom/api/v1/reverse-order';
      return (await answerOf(api.POST(path, { body, headers }))).payload.return_id;
    },
    onSuccess: (open) => {
      toast(words.made(draft.orderId));
      void navigate({ to: '/returns', search: { open } });
    },
    onSettled: () => setKey(idempotencyKey()),
  });
  const problem = making.error instanceof ApiProblem ? making.error : null;
  const wrong = (...fields: string[]) => problem?.of(...fields) ?? null;
  const form = useRef<HTMLFormElement>(null);
  useFocusOnProblem(form, making.error);
  const shown = [
    ...SHOWN,
    ...(problem?.problems ?? []).flatMap(({ field }) => (field !== null && ITEMS.test(field) ? [field] : [])),
  ];
  const to = shipment.attributes.shipping_address;
  return (
    <form
      ref={form}
      className="two form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        making.mutate(true);
      }}
    >
      <div className="stack">
        <Goods
          goods={draft.goods}
          sentAs={kind === 'return' ? 'order_items' : 'return_items'}
          wrong={wrong}
          onChange={(goods) => change({ goods })}
        />
        {kind === 'exchange' && <NewGoods draft={draft} wrong={wrong} onChange={change} />}
        <section className="card stack tight" aria-labelledby="about">
          <h2 id="about">{words.about}</h2>
          <div className="fields">
            <Combobox
              label={words.reason}
              maxLength={300}
              value={draft.reason}
              wrong={wrong('return_reason')}
              options={words.reasons.map((one) => [one, one] as const)}
              onChange={(reason) => change({ reason })}
            />
            <Choice
              label={words.to}
              value={draft.warehouse}
              options={warehouses.map((one) => [one.id, one.name] as const)}
              onChoose={(warehouse) => change({ warehouse })}
            />
            <TextField
              label={words.orderId[kind]}
              hint={words.orderIdHint}
              required
              maxLength={100}
              value={draft.orderId}
              wrong={wrong('order_id')}
              onChange={({ target }) => change({ orderId: target.value })}
            />
          </div>
          <div className="fields four">
            {(['weight', 'length', 'breadth', 'height'] as const).map((name) => (
              <TextField
                key={name}
                label={words[name]}
                inputMode="decimal"
                required
                value={draft[name]}
                wrong={wrong(name)}
                onChange={({ target }) => change({ [name]: target.value })}
              />
            ))}
          </div>
        </section>
      </div>
      <aside className="stack beside-it">
        <section className="card stack tight" aria-labelledby="from">
          <h2 id="from">{words.from}</h2>
          <p>
            <span className="strong">{to.name}</span>{' '}
            <span className="quiet">
              {[to.address, to.address_2, to.city, to.state].filter(Boolean).join(', ')}{' '}
              <span className="mono">{to.zip}</span>
            </span>
          </p>
          <TextField
            label={words.phone}
            hint={words.phoneHint}
            inputMode="tel"
            required
            value={draft.phone}
            wrong={wrong('pickup_phone')}
            onChange={({ target }) => change({ phone: target.value })}
          />
        </section>
        <Failure error={making.error} shown={shown} />
        <div className="card stack tight">
          <button type="submit" className="button first" disabled={making.isPending}>
            {making.isPending ? words.booking : words.book[kind]}
          </button>
          {kind === 'return' && (
            <button
              type="button"
              className="button"
              disabled={making.isPending}
              onClick={() => making.mutate(false)}
            >
              {words.later}
            </button>
          )}
          <button
            type="button"
            className="button bare"
            onClick={() => void navigate({ to: '/returns/new', search: kind === 'exchange' ? { kind } : {} })}
          >
            {words.another}
          </button>
        </div>
      </aside>
    </form>
  );
}
