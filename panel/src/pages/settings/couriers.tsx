import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, api, idempotencyKey, sentenceOf } from '../../api/client.ts';
import { couriersQuery } from '../../api/lists.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { Popup } from '../../parts/filter-menu.tsx';
import { Form, useForm } from '../../parts/form.tsx';
import { Empty, Failure } from '../../parts/notices.tsx';
import { State, spelledOut } from '../../parts/status.tsx';
import { useWords } from '../../words/language.ts';
import { OnlyTroubled } from './only-troubled.tsx';
import { settingsWords } from './settings-words.ts';

interface Edited {
  readonly id: string | null;
  readonly courier: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The account's courier accounts; the settings of each come from its adapter. */
export function Couriers() {
  const words = useWords(settingsWords);
  const couriers = useQuery(couriersQuery).data ?? [];
  const accounts = useQuery({
    queryKey: ['courier accounts'],
    queryFn: async () => (await answerOf(api.GET('/custom/api/v1/courier-accounts'))).data,
  });
  const { trouble } = useSearch({ strict: false });
  const shown = accounts.data?.filter((one) => trouble === undefined || one.needs_secrets);
  const [edited, edit] = useState<Edited | null>(null);
  const [leaving, leave] = useState<{ id: string; name: string } | null>(null);
  const nameOf = (courier: string) => couriers.find((one) => one.courier === courier)?.name ?? courier;
  return (
    <div className="stack">
      <div>
        <Popup label={words.connect} className="button first">
          <ul className="stack tight">
            {couriers.map((one) => (
              <li key={one.courier}>
                <button
                  type="button"
                  className="button bare"
                  onClick={() => edit({ id: null, courier: one.courier, settings: {} })}
                >
                  {one.name}
                </button>
              </li>
            ))}
          </ul>
        </Popup>
      </div>
      <Failure error={accounts.error} />
      {accounts.data?.length === 0 && (
        <Empty title={words.noCouriers}>
          <p>{words.noCouriersHow}</p>
        </Empty>
      )}
      {trouble && <OnlyTroubled part="couriers" />}
      {shown?.map((one) => (
        <article key={one.id} className="card line">
          <div>
            <h2>{one.name}</h2>
            <p className="quiet">{nameOf(one.courier)}</p>
            {one.needs_secrets && <State mood="needs">{words.needsSecrets}</State>}
          </div>
          <span className="push" />
          <Check id={one.id} />
          <button
            type="button"
            className="button small"
            onClick={() => edit({ id: one.id, courier: one.courier, settings: one.settings })}
          >
            {words.edit}
          </button>
          <button
            type="button"
            className="button small danger"
            onClick={() => leave({ id: one.id, name: one.name })}
          >
            {words.disconnect}
          </button>
        </article>
      ))}
      {edited && <CourierDialog key={edited.courier} edited={edited} onClose={() => edit(null)} />}
      {leaving && (
        <Confirm
          title={`${words.disconnect}: ${leaving.name}`}
          will={words.disconnectWill}
          action={words.disconnect}
          done={words.off}
          run={() =>
            api.DELETE('/custom/api/v1/courier-accounts/{id}', { params: { path: { id: leaving.id } } })
          }
          onClose={() => leave(null)}
        />
      )}
    </div>
  );
}

/** Asks the courier whether the credentials work, and shows its answer. */
function Check({ id }: { id: string }) {
  const words = useWords(settingsWords);
  const checking = useMutation({
    meta: { changesNothing: true },
    mutationFn: async () =>
      (
        await answerOf(
          api.POST('/custom/api/v1/courier-accounts/{id}/check', {
            params: { path: { id } },
            body: {},
          }),
        )
      ).data,
  });
  return (
    <span className="line" aria-live="polite">
      {checking.data && <State mood={checking.data.ok ? 'done' : 'bad'}>{checking.data.message}</State>}
      {checking.error && <State mood="bad">{sentenceOf(checking.error)}</State>}
      <button
        type="button"
        className="button small"
        disabled={checking.isPending}
        onClick={() => checking.mutate()}
      >
        {words.check}
      </button>
    </span>
  );
}

function CourierDialog({ edited, onClose }: { edited: Edited; onClose: () => void }) {
  const words = useWords(settingsWords);
  const courier = useQuery(couriersQuery).data?.find((one) => one.courier === edited.courier);
  const isSet = (name: string) => {
    const value = edited.settings[name];
    return typeof value === 'object' && value !== null && (value as { set?: boolean }).set === true;
  };
  const texts = Object.entries(edited.settings).filter(
    (setting): setting is [string, string] => typeof setting[1] === 'string',
  );
  const form = useForm({
    first: Object.fromEntries(texts),
    mutationFn: async (values) => {
      const settings = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
      if (edited.id === null) {
        const options = {
          body: { courier: edited.courier, settings },
          headers: { 'idempotency-key': idempotencyKey() },
        };
        await answerOf(api.POST('/custom/api/v1/courier-accounts', options));
      } else {
        const options = { params: { path: { id: edited.id } }, body: { settings } };
        await answerOf(api.PUT('/custom/api/v1/courier-accounts/{id}', options));
      }
    },
    onSuccess: onClose,
  });
  return (
    <Dialog title={courier?.name ?? edited.courier} onClose={onClose}>
      <Form of={form} at="dialog">
        {courier?.settings.map(({ name, description, secret, required, default: usual }) => (
          <TextField
            key={name}
            label={spelledOut(name)}
            hint={`${description}${isSet(name) ? ` (${words.secretSet})` : ''}`}
            type={secret ? 'password' : 'text'}
            required={required && usual === null && !isSet(name)}
            placeholder={usual ?? undefined}
            {...form.field(name, `settings.${name}`, name)}
          />
        ))}
      </Form>
    </Dialog>
  );
}
