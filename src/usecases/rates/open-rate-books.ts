import { type RateFiles, readRateGround, readSampleBook } from '../../data-files/rate-ground.ts';
import { indiaDate } from '../../domain/india-time.ts';
import type { Service } from '../service.ts';
import { loadSampleRates } from './load-sample-rates.ts';
import { RateBooks, type RateBooksOptions } from './rate-books.ts';

/**
 * Opens the rate books of this process: reads the files that they need, loads the sample rate book into a
 * default book that never had a version, and reads the default book.
 *
 * @throws StartupError if a file cannot be used
 */
export async function openRateBooks(
  service: Service,
  files: RateFiles,
  options: Pick<RateBooksOptions, 'bytes' | 'warn'>,
): Promise<RateBooks> {
  const year = Number(indiaDate(service.now().getTime()).slice(0, 4));
  const ground = await readRateGround(files, year, (sentence) => options.warn(sentence, {}));
  await loadSampleRates(service, () => readSampleBook(files));
  return RateBooks.open({ ...options, database: service.database, ground });
}
