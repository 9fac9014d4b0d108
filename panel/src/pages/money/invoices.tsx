import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { answerOf, api } from '../../api/client.ts';
import { Empty } from '../../parts/notices.tsx';
import { Moment, Rupees } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { MoneyList, ShipmentLink, useMoneyRows } from './money-list.tsx';
import { moneyListWords } from './money-list-words.ts';

/** The invoices and credit notes for customers. */
export function Invoices() {
  const words = useWords(moneyListWords);
  const { list } = useMoneyRows('invoices', (filter, page, signal) =>
    answerOf(api.GET('/custom/api/v1/invoices', { params: { query: { ...filter, ...page } }, signal })),
  );
  const sum = list.meta?.sum;
  const sign = (kind: string) => (kind === 'invoice' ? 1 : -1);
  return (
    <MoneyList
      part="invoices"
      list={list}
      lead={0}
      major={1}
      sums={[
        [words.invoicedNet, sum?.total],
        [words.invoiced, sum?.invoiced],
        [words.creditNotes, sum?.credited],
        [words.taxable, sum?.taxable],
        ...(['cgst', 'sgst', 'igst'] as const).flatMap((tax) =>
          sum?.[tax] ? [[tax.toUpperCase(), sum[tax]] as const] : [],
        ),
      ]}
      columns={[
        {
          id: 'number',
          header: words.number,
          width: 210,
          card: 'title',
          cell: (one) => (
            <div>
              <a
                className="with-icon mono"
                href={`/custom/api/v1/invoices/${one.id}/invoice.pdf`}
                target="_blank"
                rel="noreferrer"
                aria-label={words.pdf(one.number)}
                title={words.pdf(one.number)}
              >
                <FileText aria-hidden="true" />
                {one.number}
              </a>
              {one.credits && (
                <p className="quiet small">
                  {words.invoice[one.kind]} · {words.cancels(one.credits.number)}
                </p>
              )}
              {one.credited_by && <p className="needs small">{words.cancelledBy(one.credited_by.number)}</p>}
            </div>
          ),
        },
        {
          id: 'customer',
          header: words.customer,
          width: 160,
          card: 'plain',
          cell: (one) => one.customer_name,
        },
        {
          id: 'order',
          header: words.order,
          width: 150,
          cell: (one) => <ShipmentLink id={one.shipment_id} order={one.order_id} />,
        },
        {
          id: 'date',
          header: words.date,
          width: 140,
          cell: (one) => <Moment at={one.issued_at} />,
        },
        {
          id: 'gstin',
          header: words.gstin,
          width: 170,
          card: 'none',
          cell: (one) => <span className="mono">{one.gstin}</span>,
        },
        {
          id: 'taxable',
          header: words.taxable,
          width: 120,
          card: 'none',
          number: true,
          cell: (one) => <Rupees value={sign(one.kind) * one.taxable} />,
        },
        {
          id: 'tax',
          header: words.tax,
          width: 110,
          card: 'none',
          number: true,
          cell: (one) => (
            <Rupees value={(sign(one.kind) * Math.round((one.cgst + one.sgst + one.igst) * 100)) / 100} />
          ),
        },
        {
          id: 'total',
          header: words.total,
          width: 120,
          card: 'main',
          number: true,
          cell: (one) => <Rupees value={sign(one.kind) * one.total} />,
        },
      ]}
      empty={
        <Empty title={words.noInvoices}>
          <p>{words.noInvoicesHow}</p>
          <Link to="/shipments" search={{}} className="button">
            {words.toShipments}
          </Link>
        </Empty>
      }
    />
  );
}
