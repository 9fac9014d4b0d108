import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, api, idempotencyKey } from '../../../../api/client.ts';
import { addServices, type CourierAccount, checkCourier } from '../../../../api/couriers.ts';
import type { Courier } from '../../../../api/lists.ts';
import { TextField } from '../../../../parts/field.tsx';
import { Form, useForm } from '../../../../parts/form.tsx';
import { Failure } from '../../../../parts/notices.tsx';
import { spelledOut } from '../../../../parts/status.tsx';
import { toast } from '../../../../parts/toasts.tsx';
import { useWords } from '../../../../words/language.ts';
import { useSentences } from '../../../../words/sentences.ts';
import { couriersWords } from '../couriers-words.ts';

/** The credentials; they are checked as soon as they are saved. */
export function ConnectStep({
  courier,
  account,
  isAccepted,
}: {
  courier: Courier;
  account: CourierAccount | null;
  /** Whether the last check of these credentials succeeded. */
  isAccepted: boolean;
}) {
  const words = useWords(couriersWords);
  const inWords = useSentences();
  const navigate = useNavigate();
  const [isOpen, open] = useState(false);
  const [refusal, refuse] = useState<{ readonly heading: string; readonly why: string } | null>(null);
  const isSet = (name: string) => {
    const value = account?.settings[name];
    return typeof value === 'object' && value?.set === true;
  };
  const first = Object.entries(account?.settings ?? {}).filter(
    (setting): setting is [string, string] => typeof setting[1] === 'string',
  );
  const check = async (id: string) => {
    refuse(null);
    const { ok, answered, message_details } = await checkCourier(id);
    if (!ok) {
      const heading = answered ? words.notConnected : words.couldNotCheck;
      refuse({ heading: heading(courier.name), why: inWords(message_details) });
      return;
    }
    // Some couriers list their services only now and then; step 2 loads them again.
    await addServices(id).catch(() => undefined);
    open(false);
    toast(words.connected(courier.name));
    await navigate({ to: '/settings/couriers/$id', params: { id }, replace: true });
  };
  const checking = useMutation({ mutationFn: check });
  const form = useForm({
    first: Object.fromEntries(first) as Record<string, string>,
    mutationFn: async (values) => {
      // A secret that is left empty stays; another setting that was emptied is removed.
      const settings = Object.fromEntries(
        Object.entries(values).flatMap(([name, value]): [string, string | null][] => {
          if (value !== '') return [[name, value]];
          return typeof account?.settings[name] === 'string' ? [[name, null]] : [];
        }),
      );
      const saved = account
        ? await answerOf(
            api.PUT('/custom/api/v1/courier-accounts/{id}', {
              params: { path: { id: account.id } },
              body: { settings },
            }),
          )
        : await answerOf(
            api.POST('/custom/api/v1/courier-accounts', {
              body: { courier: courier.courier, settings },
              headers: { 'idempotency-key': idempotencyKey() },
            }),
          );
      await check(saved.data.id);
    },
  });
  if (isAccepted && !isOpen) {
    return (
      <div className="line">
        <span>{words.connected(courier.name)}</span>
        <button type="button" className="button small" onClick={() => open(true)}>
          {words.change}
        </button>
      </div>
    );
  }
  const field = ({
    name,
    description_details,
    secret,
    required,
    default: usual,
  }: Courier['settings'][number]) => (
    <TextField
      key={name}
      label={words.setting[name] ?? spelledOut(name)}
      hint={isSet(name) ? words.kept : inWords(description_details)}
      type={secret ? 'password' : 'text'}
      required={required && usual === null && !isSet(name)}
      placeholder={usual ?? undefined}
      {...form.field(name, `settings.${name}`, name)}
    />
  );
  const isAdvanced = ({ required, default: usual }: Courier['settings'][number]) =>
    !required || usual !== null;
  return (
    <Form
      of={form}
      at="start"
      className="stack guide-form"
      save={form.isPending ? words.checking : words.connectButton}
    >
      {account && !account.needs_secrets && !isAccepted ? (
        <div className="line">
          <span>{words.notChecked(courier.name)}</span>
          <button
            type="button"
            className="button small"
            disabled={checking.isPending || form.isPending}
            onClick={() => checking.mutate(account.id)}
          >
            {checking.isPending ? words.checking : words.check}
          </button>
        </div>
      ) : (
        <p className="quiet">{words.connectHow(courier.name)}</p>
      )}
      <Failure error={checking.error} />
      {refusal && (
        <div className="notice bad" role="alert">
          <div>
            <b>{refusal.heading}</b>
            <p>{refusal.why}</p>
          </div>
        </div>
      )}
      {courier.settings.filter((one) => !isAdvanced(one)).map(field)}
      <details>
        <summary>{words.advanced}</summary>
        <div className="stack" style={{ paddingTop: 10 }}>
          {courier.settings.filter(isAdvanced).map(field)}
        </div>
      </details>
    </Form>
  );
}
