import { Link } from '@tanstack/react-router';
import { useWords } from '../../words/language.ts';
import { ordersWords } from './orders-words.ts';

/** A tab matches only the exact address. */
const WHOLE = { exact: true, includeSearch: true } as const;

/** The list of orders, and the ways to create more. */
export function Ways({ here }: { here: 'list' | 'form' | 'file' }) {
  const words = useWords(ordersWords);
  const current = (one: typeof here) => (one === here ? 'page' : undefined);
  return (
    <nav className="tabs" aria-label={words.ways}>
      <Link to="/orders" activeOptions={WHOLE} aria-current={current('list')}>
        {words.list}
      </Link>
      <Link to="/orders/new" search={{}} activeOptions={WHOLE} aria-current={current('form')}>
        {words.form}
      </Link>
      <Link to="/orders/new" search={{ way: 'file' }} activeOptions={WHOLE} aria-current={current('file')}>
        {words.file}
      </Link>
    </nav>
  );
}
