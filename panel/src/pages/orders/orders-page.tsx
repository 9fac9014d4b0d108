import { Link, useSearch } from '@tanstack/react-router';
import { useWords } from '../../words/language.ts';
import { ImportFile } from './import-file.tsx';
import { OrderForm } from './order-form.tsx';
import { ordersWords } from './orders-words.ts';

/** A tab is that of the whole address. */
const WHOLE = { exact: true, includeSearch: true } as const;

/** New orders: one by a form, many from a file. */
export function OrdersPage() {
  const words = useWords(ordersWords);
  const { way } = useSearch({ from: '/frame/orders' });
  return (
    <main className="page" id="page">
      <div className="stack narrow">
        <header className="page-head">
          <h1>{words.title}</h1>
        </header>
        <nav className="tabs" aria-label={words.ways}>
          <Link
            to="/orders"
            search={{}}
            activeOptions={WHOLE}
            aria-current={way === 'file' ? undefined : 'page'}
          >
            {words.form}
          </Link>
          <Link
            to="/orders"
            search={{ way: 'file' }}
            activeOptions={WHOLE}
            aria-current={way === 'file' ? 'page' : undefined}
          >
            {words.file}
          </Link>
        </nav>
        {way === 'file' ? <ImportFile /> : <OrderForm />}
      </div>
    </main>
  );
}
