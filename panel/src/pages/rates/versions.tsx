import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { couriersQuery } from '../../api/lists.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Failure } from '../../parts/notices.tsx';
import { Rows } from '../../parts/paged-table.tsx';
import { usePreference } from '../../preferences.ts';
import { useMayActAs } from '../../session/session.ts';
import { exactly, Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { cardsWords } from './cards-words.ts';

/** Every version of the rates, with a button that restores it. */
export function Versions() {
  const words = useWords(cardsWords);
  const language = usePreference('language');
  const mayChange = useMayActAs('manager', 'refused');
  const couriers = useQuery(couriersQuery).data ?? [];
  const [to, revertTo] = useState<number | null>(null);
  const versions = useQuery({
    queryKey: ['rate card versions'],
    queryFn: async () => (await answerOf(api.GET('/custom/api/v1/rate-cards/versions'))).data,
  });
  const [newest] = versions.data ?? [];
  const whenOf = (version: number) => {
    const found = versions.data?.find((one) => one.version === version);
    return found === undefined ? '' : exactly(new Date(found.made_at), language);
  };
  /** What happened: the service keeps a file's name, or what else made the version. */
  const happening = (source: string) => {
    const [, courier, state] = /^(\w+) (connected|disconnected|sync)$/.exec(source) ?? [];
    const name = couriers.find((one) => one.courier === courier)?.name ?? courier ?? '';
    if (state === 'connected' || state === 'disconnected' || state === 'sync')
      return words.courier[state](name);
    const [, restored] = /^revert to version (\d+)$/.exec(source) ?? [];
    if (restored !== undefined) return words.restoredTo(whenOf(Number(restored)));
    return words.sources[source] ?? words.fromFile(source);
  };
  return (
    <section className="stack tight" aria-labelledby="versions">
      <div className="line apart">
        <h2 id="versions">{words.history}</h2>
        {mayChange && newest && (
          <button type="button" className="button small" onClick={() => revertTo(0)}>
            {words.revertFirst}
          </button>
        )}
      </div>
      <Failure error={versions.error} />
      {versions.data?.length === 0 && <p className="quiet">{words.noHistory}</p>}
      {versions.data && versions.data.length > 0 && (
        <Rows
          label={words.history}
          rows={versions.data}
          idOf={({ version }) => String(version)}
          columns={[
            { id: 'when', header: words.when, width: 150, cell: (one) => <Moment at={one.made_at} /> },
            { id: 'who', header: words.who, width: 120, cell: (one) => one.made_by },
            { id: 'what', header: words.what, width: 200, cell: (one) => happening(one.source) },
            {
              id: 'change',
              header: words.rows,
              width: 200,
              cell: (one) => words.change(one.added, one.changed, one.removed),
            },
            {
              id: 'revert',
              header: '',
              width: 150,
              cell: (one) =>
                one.version === newest?.version ? (
                  <span className="quiet">{words.inForce}</span>
                ) : (
                  mayChange && (
                    <button type="button" className="button small" onClick={() => revertTo(one.version)}>
                      {words.revert}
                    </button>
                  )
                ),
            },
          ]}
        />
      )}
      {to !== null && (
        <Confirm
          title={to === 0 ? words.revertFirst : words.revertTitle(whenOf(to))}
          will={to === 0 ? words.revertFirstWill : words.revertWill}
          action={to === 0 ? words.revertFirst : words.revert}
          done={words.reverted}
          run={() => answerOf(api.POST('/custom/api/v1/rate-cards/revert', { body: { version: to } }))}
          onClose={() => revertTo(null)}
        />
      )}
    </section>
  );
}
