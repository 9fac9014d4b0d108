import { useSearch } from '@tanstack/react-router';
import { useWords } from '../../words/language.ts';
import { ImportFile } from './import-file.tsx';
import { OrderForm } from './order-form.tsx';
import { ordersWords } from './orders-words.ts';
import { Ways } from './ways.tsx';

/** New orders: one order from a form, or many from a file. */
export function NewOrderPage() {
  const words = useWords(ordersWords);
  const { way } = useSearch({ from: '/frame/orders/new' });
  return (
    <main className="page" id="page">
      <div className="stack narrow">
        <header className="page-head">
          <h1>{words.title}</h1>
        </header>
        <Ways here={way ?? 'form'} />
        {way === 'file' ? <ImportFile /> : <OrderForm />}
      </div>
    </main>
  );
}
