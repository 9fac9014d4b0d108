import { useMutation, useQuery } from '@tanstack/react-query';
import { carriersQuery } from '../../api/lists.ts';
import { publishEdits } from '../../api/rates.ts';
import { useMayActAs } from '../../session/session.ts';
import { rupees, weight } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { toast } from '../toasts.tsx';
import { ratesWords } from './rates-words.ts';

/** The carriers without an offer, each with the reasons in words. */
export function LeftOut({
  carriers,
}: {
  carriers: readonly {
    readonly carrier_id: string;
    readonly carrier_name: string;
    readonly codes: readonly string[];
  }[];
}) {
  const words = useWords(ratesWords);
  const known = useQuery(carriersQuery).data ?? [];
  const mayChange = useMayActAs('manager', 'refused');
  const showing = useMutation({
    mutationFn: ({ carrier_id }: { carrier_id: string; name: string }) =>
      publishEdits({
        source: 'panel',
        edits: [{ kind: 'carrier-settings', cells: { carrier_id, beside_couriers: 'yes' } }],
      }),
    onSuccess: (_, { name }) => toast(words.shown(name)),
  });
  const limitOf = (id: string, code: string): string | null => {
    const limits = known.find(({ carrier_id }) => carrier_id === id)?.limits;
    if (code === 'too_heavy' && limits) return weight(limits.weight);
    if (code === 'side_too_long' && limits?.side) return `${limits.side} cm`;
    if (code === 'sides_too_long' && limits?.sides) return `${limits.sides} cm`;
    if (code === 'cod_limit' && limits?.cod_amount) return rupees(limits.cod_amount);
    return null;
  };
  return (
    <dl className="facts">
      {carriers.map(({ carrier_id, carrier_name, codes }) => (
        <div key={carrier_id} style={{ display: 'contents' }}>
          <dt>{carrier_name}</dt>
          <dd>
            {codes.map((code) => {
              const limit = limitOf(carrier_id, code);
              return `${words.leftOut[code] ?? code} ${limit === null ? '' : words.atMost(limit)} `;
            })}
            {mayChange && codes.includes('beside_couriers') && (
              <button
                type="button"
                className="button small"
                disabled={showing.isPending}
                onClick={() => showing.mutate({ carrier_id, name: carrier_name })}
              >
                {words.showAnyway}
              </button>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
