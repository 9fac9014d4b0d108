import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { type ShopOrder, shopOrderQuery, type WholeShopOrder } from '../../api/shops.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { TextField } from '../../parts/field.tsx';
import { Failure, Sentence, Skeleton } from '../../parts/notices.tsx';
import { toast } from '../../parts/toasts.tsx';
import { useMayActAs } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { useSentences } from '../../words/sentences.ts';
import { shopsWords } from './shops-words.ts';

/** How long an order is watched after it was corrected. */
const TRIED_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 1_000;

/** The field of a reason that only waits for a confirmation. */
const CONFIRM = 'confirm';

interface Mending {
  readonly corrections?: Readonly<Record<string, string>>;
  readonly confirm?: boolean;
  readonly task_done?: boolean;
  readonly ship_again?: boolean;
}

async function mend(id: string, body: Mending): Promise<WholeShopOrder> {
  const options = { params: { path: { id } }, body };
  return (await answerOf(api.PUT('/custom/api/v1/shop-orders/{id}', options))).data;
}

type TaskAction = NonNullable<ShopOrder['task_action']>;

/** What is asked and done for the button of a task. */
function actionOf(
  action: TaskAction,
  of: ShopOrder,
  words: ReturnType<typeof useWords<typeof shopsWords.en>>,
) {
  switch (action) {
    case 'ship_again':
      return {
        title: words.shipAgain,
        will: words.shipAgainWill(of.number),
        done: words.shippedAgain(of.number),
        run: () => mend(of.id, { ship_again: true }),
      };
    case 'cancel_shipment':
      return {
        title: words.cancelShipment,
        will: words.cancelShipmentWill,
        done: words.shipmentCancelled(of.number),
        run: () => actOn(of, 'cancel'),
      };
    case 'return_to_origin':
      return {
        title: words.bringBack,
        will: words.bringBackWill,
        done: words.broughtBack(of.number),
        run: () => actOn(of, 'rto'),
      };
  }
}

/** Cancels the shipment of an order, or has it brought back; its task ends once that is done. */
async function actOn({ shipment_id }: ShopOrder, action: 'cancel' | 'rto') {
  if (shipment_id === null) return;
  if (action === 'cancel') {
    await answerOf(api.POST('/custom/api/v1/cancel-order', { body: { shipment_ids: [shipment_id] } }));
  } else {
    const options = { params: { path: { id: shipment_id } } };
    const { data } = await answerOf(api.GET('/custom/api/v1/shipments/{id}', options));
    const awb = data.attributes.tracking_number ?? '';
    await answerOf(api.POST('/custom/api/v1/initiate-rto', { body: { awb } }));
  }
}

/** An order that needs a person: why, and what can be done here. */
export function WaitingOrder({ of, shopName }: { of: ShopOrder; shopName: string }) {
  const words = useWords(shopsWords);
  const mayMend = useMayActAs('packer', 'refused');
  const [isOpen, open] = useState(false);
  const [asks, ask] = useState(false);
  const [acts, act] = useState(false);
  const ending = useMutation({
    mutationFn: () => mend(of.id, { task_done: true }),
    onSuccess: () => toast(words.doneTask(of.number)),
  });
  const action = of.task_action === null ? null : actionOf(of.task_action, of, words);
  const isHeld = of.reasons.every(({ field }) => field === CONFIRM);
  return (
    <article className="card stack tight" aria-label={`${words.order} ${of.number}`}>
      <div className="line">
        <h3>
          <span className="mono">{of.number}</span> <span className="quiet">{of.customer_name}</span>
        </h3>
        <span className="push" />
        {of.order_display_id !== null && of.shipment_id !== null && (
          <Link
            to="/shipments"
            search={{ q: of.order_display_id, open: of.shipment_id }}
            className="button small"
          >
            {words.openOrder(of.order_display_id)}
          </Link>
        )}
        {mayMend && action !== null && (
          <button type="button" className="button small first" onClick={() => act(true)}>
            {action.title}
          </button>
        )}
        {mayMend && of.task !== null && (
          <button
            type="button"
            className="button small"
            disabled={ending.isPending}
            onClick={() => ending.mutate()}
          >
            {words.taskDone}
          </button>
        )}
        {mayMend && of.state === 'needs_attention' && isHeld && (
          <button type="button" className="button small first" onClick={() => ask(true)}>
            {words.confirm}
          </button>
        )}
        {mayMend && of.state === 'needs_attention' && !isHeld && !isOpen && (
          <button type="button" className="button small first" onClick={() => open(true)}>
            {words.correct}
          </button>
        )}
      </div>
      {of.task !== null && (
        <p>
          <Sentence of={of.task_details} />
        </p>
      )}
      {of.state === 'needs_attention' && !isOpen && (
        <ul className="bulleted">
          {of.reasons.map((reason) => (
            <li key={reason.message}>
              <Sentence of={reason.message_details} />
            </li>
          ))}
        </ul>
      )}
      {of.failure !== null && (
        <p className="quiet">
          {words.notTold(shopName)} <Sentence of={of.failure_details} />
        </p>
      )}
      {of.read_failure !== null && (
        <p className="quiet">
          {words.unreadOrder} {shopName} <Sentence of={of.read_failure_details} />
        </p>
      )}
      <Failure error={ending.error} />
      {acts && action !== null && (
        <Confirm
          title={action.title}
          will={action.will}
          action={action.title}
          done={action.done}
          run={action.run}
          onClose={() => act(false)}
        />
      )}
      {isOpen && <MendForm id={of.id} onMade={() => open(false)} />}
      {asks && (
        <Confirm
          title={words.confirm}
          will={words.confirmWill(of.number)}
          action={words.confirm}
          done={words.confirmed(of.number)}
          isUsual
          run={() => mend(of.id, { confirm: true })}
          onClose={() => ask(false)}
        />
      )}
    </article>
  );
}

const OF_PERSON = ['customer_name', 'last_name', 'phone', 'address', 'address_2', 'city', 'state', 'pincode'];

/** The fields that can be corrected: who gets the parcel, and what else is wrong. */
function fieldsToMend({ fields, reasons }: WholeShopOrder): string[] {
  const to = fields?.shipping_is_billing === false ? 'shipping' : 'billing';
  const person = OF_PERSON.map((name) => `${to}_${name}`);
  const others = reasons.flatMap(({ field }) =>
    field === null || field === CONFIRM || person.includes(field) || !isPlain(fields?.[field]) ? [] : [field],
  );
  return [...person, ...others];
}

function isPlain(value: unknown): boolean {
  return value === undefined || typeof value === 'string' || typeof value === 'number';
}

/** Corrects an order of a shop in place; it is tried again at once, and what is still wrong stands at its field. */
function MendForm({ id, onMade }: { id: string; onMade: () => void }) {
  const words = useWords(shopsWords);
  const inWords = useSentences();
  const queries = useQueryClient();
  const [typed, type] = useState<Readonly<Record<string, string>>>({});
  const [isTrying, setTrying] = useState(false);
  const order = useQuery({ ...shopOrderQuery(id), refetchOnWindowFocus: false });
  const saving = useMutation({
    mutationFn: async (corrections: Readonly<Record<string, string>>) => {
      setTrying(true);
      const saved = await mend(id, { corrections });
      const until = Date.now() + TRIED_WITHIN_MS;
      for (let now = saved; ; ) {
        queries.setQueryData(shopOrderQuery(id).queryKey, now);
        const isSame = JSON.stringify(now.reasons) === JSON.stringify(saved.reasons);
        if (now.state !== 'needs_attention' || !isSame || Date.now() > until) return now;
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
        now = await queries.fetchQuery({ ...shopOrderQuery(id), staleTime: 0 });
      }
    },
    onSettled: () => setTrying(false),
    onSuccess: (now) => {
      if (now.state === 'needs_attention') return;
      toast(words.fixed(now.number));
      onMade();
    },
  });
  if (order.error) return <Failure error={order.error} onRetry={() => void order.refetch()} />;
  if (!order.data) return <Skeleton lines={4} />;
  const { data } = order;
  const names = fieldsToMend(data);
  const was = (name: string) => {
    const value = data.fields?.[name];
    return value === undefined || value === null ? '' : String(value);
  };
  const changed = Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => value.trim() !== was(name)),
  );
  const wrongOf = (name: string) => data.reasons.find(({ field }) => field === name)?.message_details;
  const others = data.reasons.filter(({ field }) => field === null || !names.includes(field));
  return (
    <form
      className="stack guide-form"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate(changed);
      }}
    >
      <div className="fields">
        {names.map((name) => {
          const label = words.field[name.replace(/^(billing|shipping)_/, '')] ?? name;
          const wrong = wrongOf(name);
          return (
            <TextField
              key={name}
              label={label}
              name={name}
              wide={name.endsWith('_address') || name.endsWith('_address_2')}
              value={typed[name] ?? was(name)}
              wrong={wrong && inWords(wrong, { isNamed: true })}
              onChange={({ target }) => type({ ...typed, [name]: target.value })}
            />
          );
        })}
      </div>
      {others.map((reason) => (
        <p key={reason.message}>
          <Sentence of={reason.message_details} />
        </p>
      ))}
      <Failure error={saving.error} />
      <div className="line" aria-live="polite">
        <button
          type="submit"
          className="button first"
          disabled={isTrying || Object.keys(changed).length === 0}
        >
          {isTrying ? words.trying : words.save}
        </button>
        <span className="quiet small">
          {saving.data?.state === 'needs_attention' && !isTrying ? words.untried : words.atShop}
        </span>
      </div>
    </form>
  );
}
