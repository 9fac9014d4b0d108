import { readRateGround, readSampleBook } from '../../src/data-files/rate-ground.ts';
import type { RateGround } from '../../src/domain/rates/rate-book.ts';
import { rateFiles } from '../../src/package-root.ts';
import { loadSampleRates } from '../../src/usecases/rates/load-sample-rates.ts';
import { RateBooks } from '../../src/usecases/rates/rate-books.ts';
import type { Service } from '../../src/usecases/service.ts';

const FILES = rateFiles({ pincodesFile: null, holidaysFile: null });

let ground: Promise<RateGround> | undefined;

/** The shipped directory, zones and holidays, read once for each test process. */
export function shippedGround(): Promise<RateGround> {
  ground ??= readRateGround(FILES, 2026, () => undefined);
  return ground;
}

/**
 * Opens the rate books of one process on a test's database, with the sample rate book. The caller stops them.
 */
export async function openTestRateBooks(service: Service, bytes = 32 * 1024 * 1024): Promise<RateBooks> {
  await loadSampleRates(service, () => readSampleBook(FILES));
  return RateBooks.open({
    database: service.database,
    ground: await shippedGround(),
    bytes,
    warn: () => undefined,
  });
}
