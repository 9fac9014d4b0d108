import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { carriersQuery, couriersQuery } from '../../api/lists.ts';
import { useMayActAs } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { Warning } from '../notices.tsx';
import { ratesWords } from './rates-words.ts';

/** Says that prices are samples while a connected courier has none. */
export function SampleBanner({ isAtPrices = false }: { isAtPrices?: boolean }) {
  const words = useWords(ratesWords);
  const carriers = useQuery(carriersQuery).data ?? [];
  const mayChange = useMayActAs('manager', 'refused');
  const couriers = useQuery({ ...couriersQuery, enabled: mayChange }).data ?? [];
  if (!carriers.some((one) => one.is_sample)) return null;
  const unpriced = new Set(
    carriers.filter(({ inactive_code }) => inactive_code === 'no_rate_card').map(({ courier }) => courier),
  );
  const names = couriers.filter(({ courier }) => unpriced.has(courier)).map(({ name }) => name);
  return (
    <Warning>
      <div className="line apart">
        <span>
          <b>{words.samples}</b> {words.samplesWhy(names.join(', '))}
        </span>
        {mayChange && !isAtPrices && (
          <Link to="/settings/$part" params={{ part: 'couriers' }} className="button small">
            {words.addPrices}
          </Link>
        )}
      </div>
    </Warning>
  );
}
