import { Link } from '@tanstack/react-router';
import { type Import, rejectedRowsOf } from '../../api/imports.ts';
import { Sentence } from '../../parts/notices.tsx';
import { Rows } from '../../parts/paged-table.tsx';
import { State } from '../../parts/status.tsx';
import { grouped, Rupees, rupees } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { importWords } from './import-words.ts';

/** What a courier's file would change, or has changed: its sums beside the expected ones, and what differs. */
export function ImportResult({ of: one }: { of: Import }) {
  const words = useWords(importWords);
  const { counts, money, rejected, problems } = one;
  const { recorded = 0, repeated = 0, raised = 0 } = counts;
  return (
    <div className="stack">
      <div className="line counts" role="status">
        <State mood={recorded > 0 ? 'done' : 'neutral'}>
          {one.is_check ? words.fresh(recorded) : words.saved(recorded)}
        </State>
        {repeated > 0 && <State mood="neutral">{words.repeated(repeated)}</State>}
        {raised > 0 && <State mood="needs">{words.raised(raised)}</State>}
        {rejected > 0 && <State mood="bad">{words.rejected(rejected)}</State>}
      </div>
      {money && money.couriers.length > 0 && <Told money={money} />}
      {rejected > 0 && (
        <section className="stack tight" aria-labelledby="errors">
          <div className="line apart">
            <h3 id="errors">{words.errors}</h3>
            <a className="button small" href={rejectedRowsOf(one.id)} download>
              {words.download}
            </a>
          </div>
          <p className="quiet">
            {words.errorsHow} {rejected > 100 && words.firstHundred}
          </p>
          {problems.length > 0 && (
            <Rows
              label={words.errors}
              rows={problems}
              idOf={({ line, field, message }) => `${line} ${field} ${message}`}
              columns={[
                {
                  id: 'row',
                  header: words.row,
                  width: 70,
                  cell: ({ line }) => <span className="mono">{grouped(line)}</span>,
                },
                {
                  id: 'column',
                  header: words.columnHead,
                  width: 160,
                  cell: ({ field, column }) => words.column[field ?? ''] ?? column ?? '',
                },
                {
                  id: 'reason',
                  header: words.reason,
                  width: 400,
                  cell: ({ message_details }) => (
                    <span className="bad">
                      <Sentence of={message_details} isNamed />
                    </span>
                  ),
                },
              ]}
            />
          )}
        </section>
      )}
    </div>
  );
}

type Money = NonNullable<Import['money']>;
type Sums = Omit<Money['couriers'][number], 'courier' | 'rows'>;

function Told({ money: { couriers, differing, differences = [] } }: { money: Money }) {
  const words = useWords(importWords);
  const sum = (name: keyof Sums) => couriers.reduce((all, one) => all + Math.round(one[name] * 100), 0) / 100;
  const amounts = (['amount', 'expected', 'difference'] as const).map((name, at) => ({
    id: name,
    header: [words.told, words.expected, words.difference][at] ?? '',
    width: 120,
    number: true,
    cell: (one: Sums) =>
      name === 'difference' ? <Difference value={one.difference} /> : <Rupees value={one[name]} />,
  }));
  return (
    <>
      <div className="figures">
        {amounts.map(({ id, header }) => (
          <div className="figure" key={id}>
            <b className={id !== 'difference' ? undefined : sum(id) === 0 ? 'none' : 'bad'}>
              {rupees(sum(id), 2)}
            </b>
            <span className="quiet">{header}</span>
          </div>
        ))}
      </div>
      {couriers.length > 1 && (
        <div className="stack tight">
          <h3>{words.byCourier}</h3>
          <Rows
            label={words.byCourier}
            rows={couriers}
            idOf={({ courier }) => courier}
            columns={[
              { id: 'courier', header: words.courier, width: 200, cell: ({ courier }) => courier },
              {
                id: 'parcels',
                header: words.parcels,
                width: 90,
                number: true,
                cell: ({ rows }) => <span className="mono">{grouped(rows)}</span>,
              },
              ...amounts,
            ]}
          />
        </div>
      )}
      {differing === 0 ? (
        <State mood="done">{words.same}</State>
      ) : (
        <div className="stack tight">
          <h3>{words.differing(differing)}</h3>
          {differing > differences.length && <p className="quiet">{words.largest}</p>}
          <Rows
            label={words.differing(differing)}
            rows={differences}
            idOf={({ line }) => String(line)}
            columns={[
              {
                id: 'tracking',
                header: words.tracking,
                width: 180,
                cell: (one) => (
                  <Link
                    to="/shipments"
                    search={{ q: one.tracking_number, open: one.shipment_id }}
                    className="mono"
                  >
                    {one.tracking_number}
                  </Link>
                ),
              },
              {
                id: 'row',
                header: words.row,
                width: 70,
                number: true,
                cell: ({ line }) => <span className="mono">{grouped(line)}</span>,
              },
              { id: 'courier', header: words.courier, width: 160, cell: ({ courier }) => courier },
              ...amounts,
            ]}
          />
        </div>
      )}
    </>
  );
}

/** A difference with its sign, so that what is missing can be told from what is too much. */
export function Difference({ value }: { value: number }) {
  if (value === 0) return <span className="quiet mono none">{rupees(0, 2)}</span>;
  return (
    <span className="mono bad">
      {value > 0 && '+'}
      {rupees(value, 2)}
    </span>
  );
}
