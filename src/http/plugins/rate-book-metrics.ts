import { Gauge, type Registry } from 'prom-client';
import type { RateBooks } from '../../usecases/rates/rate-books.ts';

/** Shows in `/metrics` what the rate books of this process take. */
export function addRateBookMetrics(registry: Registry, rateBooks: RateBooks): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
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
}
