import { Link, useSearch } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { frameWords } from '../../frame/frame-words.ts';
import { PageHead } from '../../frame/page-head.tsx';
import { commonWords } from '../../words/common.ts';
import { useWords } from '../../words/language.ts';
import { ImportFile } from './import-file.tsx';
import { OrderForm } from './order-form.tsx';
import { ordersWords } from './orders-words.ts';

/** New orders: one order from a form, or many from a file. */
export function NewOrderPage() {
  const words = useWords(ordersWords);
  const { orders } = useWords(frameWords);
  const { importCsv } = useWords(commonWords);
  const isFile = useSearch({ from: '/frame/orders/new' }).way === 'file';
  return (
    <main className="page" id="page">
      <div className="stack narrow">
        <PageHead title={isFile ? words.importTitle : words.form} from="/orders" fromName={orders}>
          {!isFile && (
            <Link to="/orders/new" search={{ way: 'file' }} className="button">
              <Upload aria-hidden="true" />
              {importCsv}
            </Link>
          )}
        </PageHead>
        {isFile ? <ImportFile /> : <OrderForm />}
      </div>
    </main>
  );
}
