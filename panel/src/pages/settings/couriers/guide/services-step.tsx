import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { addServices, type CourierAccount } from '../../../../api/couriers.ts';
import type { Carrier } from '../../../../api/lists.ts';
import { publishEdits } from '../../../../api/rates.ts';
import { Switch } from '../../../../parts/field.tsx';
import { Failure } from '../../../../parts/notices.tsx';
import { toast } from '../../../../parts/toasts.tsx';
import { useWords } from '../../../../words/language.ts';
import { couriersWords } from '../couriers-words.ts';

/** The courier's services, each with a switch. */
export function ServicesStep({
  account,
  name: courier,
  services,
}: {
  account: CourierAccount;
  name: string;
  services: readonly Carrier[];
}) {
  const words = useWords(couriersWords);
  const loading = useMutation({
    mutationFn: () => addServices(account.id),
    onSuccess: () => toast(words.servicesAdded(courier)),
  });
  // Shown at once: the list of carriers follows within a second.
  const [chosen, choose] = useState<Readonly<Record<string, boolean>>>({});
  const switching = useMutation({
    onMutate: ({ carrier_id, isOn }) => choose({ ...chosen, [carrier_id]: isOn }),
    onError: () => choose({}),
    mutationFn: ({ carrier_id, isOn }: { carrier_id: string; name: string; isOn: boolean }) =>
      publishEdits({
        source: 'panel',
        edits: [{ kind: 'carrier-settings', cells: { carrier_id, offered: isOn ? 'yes' : 'no' } }],
      }),
    onSuccess: (_, { name, isOn }) => toast(isOn ? words.on(name) : words.off(name)),
  });
  return (
    <>
      <p className="quiet">{services.length > 0 ? words.servicesHow : words.noServices}</p>
      <div>
        {services.map(({ carrier_id, carrier_name: name, inactive_code }) => (
          <Switch
            key={carrier_id}
            label={name}
            checked={chosen[carrier_id] ?? inactive_code !== 'switched_off'}
            disabled={switching.isPending}
            onChange={({ target }) => switching.mutate({ carrier_id, name, isOn: target.checked })}
          />
        ))}
      </div>
      <Failure error={loading.error ?? switching.error} />
      <div>
        <button
          type="button"
          className="button small"
          disabled={loading.isPending}
          onClick={() => loading.mutate()}
        >
          {words.addServices}
        </button>
      </div>
    </>
  );
}
