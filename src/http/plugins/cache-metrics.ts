import { Counter, Gauge, type Registry } from 'prom-client';
import type { ListingParts } from '../../usecases/long-work.ts';
import type { RateBooks } from '../../usecases/rates/rate-books.ts';

export interface Caches {
  readonly rateBooks: RateBooks;
  readonly columns: ListingParts['columns'];
}

/** Shows in `/metrics` the size and use of this process's caches. */
export function addCacheMetrics(registry: Registry, { rateBooks, columns }: Caches): void {
  const shown = (kind: typeof Gauge | typeof Counter) => (name: string, help: string, read: () => number) => {
    const metric: Gauge | Counter = new kind({
      name,
      help,
      registers: [registry],
      collect() {
        metric.reset();
        metric.inc(read());
      },
    });
  };
  const [gauge, counter] = [shown(Gauge), shown(Counter)];
  gauge('rate_books_cached', 'Accounts whose rate book is in memory', () => rateBooks.figures.books);
  gauge(
    'rate_books_bytes',
    'Estimated memory of the rate books of accounts, bounded by RATE_BOOKS_MB',
    () => rateBooks.figures.bytes,
  );
  gauge(
    'rate_books_loads',
    'How often a rate book was read from the database since the start',
    () => rateBooks.figures.loads,
  );
  gauge('rate_books_version', 'Version of the default rate book', () => rateBooks.figures.version);
  gauge('listing_columns_accounts', 'Accounts whose shipments are in memory', () => columns.accounts);
  gauge(
    'listing_columns_bytes',
    'Memory of the shipments of accounts, bounded by LISTING_MEMORY_MB',
    () => columns.bytes,
  );
  counter(
    'listing_columns_loads_total',
    'How often the shipments of an account were read into memory',
    () => columns.figures.loads,
  );
  counter(
    'listing_columns_answers_total',
    'Questions about shipments that were answered from memory',
    () => columns.figures.answers,
  );
  counter(
    'listing_columns_passed_total',
    'Queries about shipments that memory could have answered but SQL did: for small accounts, or while the columns were loaded',
    () => columns.figures.passed,
  );
}
