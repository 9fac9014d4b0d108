import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type DryRun, dryRunQuery, type ShopRules } from '../../api/shops.ts';
import { useDebounced } from '../../parts/debounced.ts';
import { Failure, Sentence, Skeleton } from '../../parts/notices.tsx';
import { rupees } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { shopsWords } from './shops-words.ts';

const OTHERS = ['held', 'needs_attention', 'made', 'skipped', 'not_open'] as const;
const MOST_EXAMPLES = 5;

/** What rules would have done with the last orders of a shop. It follows the form while somebody types. */
export function DryRunResult({
  shopId,
  rules,
  isChanged,
}: {
  shopId: string;
  rules: ShopRules;
  isChanged: boolean;
}) {
  const { dry: words } = useWords(shopsWords);
  const typed = JSON.stringify(rules);
  const settled = useDebounced(typed);
  const tried = useQuery({
    ...dryRunQuery(shopId, JSON.parse(settled) as ShopRules),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isOld = tried.isFetching || typed !== settled;
  return (
    <aside className="card stack beside-it dry-run" aria-labelledby="dry-run" aria-busy={isOld}>
      <header>
        <h2 id="dry-run">{words.title}</h2>
        <p className="quiet small">{isOld ? words.trying : isChanged ? words.changed : words.now}</p>
      </header>
      {tried.error && !isOld && <Failure error={tried.error} />}
      {tried.data === undefined ? (
        tried.error === null && <Skeleton lines={5} />
      ) : (
        <Outcomes run={tried.data} />
      )}
    </aside>
  );
}

function Outcomes({ run: { data, meta } }: { run: DryRun }) {
  const { dry: words } = useWords(shopsWords);
  if (meta.total === 0) return <p className="quiet">{words.none}</p>;
  const booked = data.flatMap(({ carrier }) => carrier ?? []);
  const paise = booked.reduce((sum, { charges }) => sum + Math.round(charges * 100), 0);
  const byName = Object.entries(Object.groupBy(booked, ({ name }) => name))
    .map(([name, all = []]) => [name, all.length] as const)
    .sort((one, other) => other[1] - one[1]);
  return (
    <>
      <p>
        <b>{words.booked(booked.length, meta.total)}</b>
        {booked.length > 0 && <> {words.average(rupees(paise / booked.length / 100, 2))}</>}
      </p>
      {byName.length > 0 && (
        <ul className="bulleted quiet">
          {byName.map(([name, count]) => (
            <li key={name}>{words.by(name, count)}</li>
          ))}
        </ul>
      )}
      {OTHERS.map((outcome) => {
        const found = data.filter((one) => one.outcome === outcome);
        if (found.length === 0) return null;
        return (
          <details key={outcome}>
            <summary>{words[outcome](found.length)}</summary>
            <ul className="dry-orders">
              {found.slice(0, MOST_EXAMPLES).map(({ shop_order_id, number, customer_name, reasons }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an order may have several parcels
                <li key={`${shop_order_id} ${at}`}>
                  <span className="mono strong">{number}</span> {customer_name}
                  {reasons[0] && (
                    <span className="more">
                      <Sentence of={reasons[0].message_details} />
                    </span>
                  )}
                </li>
              ))}
              {found.length > MOST_EXAMPLES && (
                <li className="quiet">{words.more(found.length - MOST_EXAMPLES)}</li>
              )}
            </ul>
          </details>
        );
      })}
    </>
  );
}
