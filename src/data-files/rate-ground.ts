import { readFile } from 'node:fs/promises';
import { hasDatedHolidays } from '../domain/calendar/holidays.ts';
import { WorkingCalendar } from '../domain/calendar/working-calendar.ts';
import type { PincodeDirectory } from '../domain/pincodes/pincode-directory.ts';
import type { BookRows } from '../domain/rates/book-rows.ts';
import type { RateGround } from '../domain/rates/rate-book.ts';
import { compileZoneMap } from '../domain/zones/zone-map.ts';
import { type RowProblem, rowProblemSentence } from '../problems/row-problem.ts';
import { StartupError } from '../problems/startup-error.ts';
import { readHolidays } from './read-holidays.ts';
import { readPincodeDirectory, readPincodeRows } from './read-pincode-directory.ts';
import { readZoneLists } from './read-zone-lists.ts';
import { sampleBookRows } from './sample-rate-book.ts';

/** The absolute paths of the files on which every rate book is based. */
export interface RateFiles {
  readonly pincodes: string;
  /** Pincodes that the operator adds; null for none. */
  readonly morePincodes: string | null;
  readonly zones: string;
  readonly holidays: string;
  readonly sample: string;
}

/**
 * Reads the directory, zone lists and holidays. The built-in files take 30 ms.
 *
 * @param year the current year; the file should have the movable holidays of this year and the next
 * @param warn called for each problem that makes quotes wrong but does not stop the service
 * @throws StartupError naming the file and its error
 */
export async function readRateGround(
  files: Omit<RateFiles, 'sample'>,
  year: number,
  warn: (sentence: string) => void,
): Promise<RateGround> {
  const directory = await readDirectory(files);
  const lists = await readJson(files.zones, readZoneLists);
  const holidays = await readJson(files.holidays, readHolidays);
  const zoneMap = compileZoneMap(directory, lists);
  if (zoneMap.unknownCities.length > 0) {
    warn(`The pincode directory has no ${zoneMap.unknownCities.join(', ')}, which ${files.zones} names`);
  }
  if (!hasDatedHolidays(holidays, year)) {
    warn(
      `${files.holidays} has no dated holidays of ${year}: expected dates take Holi and Diwali for working days`,
    );
  }
  return { directory, zoneMap, calendar: new WorkingCalendar(holidays) };
}

export async function readSampleBook(files: Pick<RateFiles, 'sample'>): Promise<BookRows> {
  return readJson(files.sample, sampleBookRows);
}

async function readDirectory(files: Pick<RateFiles, 'pincodes' | 'morePincodes'>): Promise<PincodeDirectory> {
  const { pincodes, morePincodes } = files;
  const more = morePincodes === null ? null : readPincodeRows(await readText(morePincodes));
  if (morePincodes !== null && more?.rows === null) throw unusable(morePincodes, more.problems);
  const { directory, problems } = readPincodeDirectory(await readText(pincodes), more?.rows ?? []);
  if (directory === null) throw unusable(pincodes, problems);
  return directory;
}

function unusable(path: string, problems: readonly RowProblem[]): StartupError {
  const first = problems
    .slice(0, 5)
    .map((problem) => rowProblemSentence(problem).text)
    .join('; ');
  const more = problems.length > 5 ? `; and ${problems.length - 5} more problems` : '';
  return new StartupError(`The pincode directory ${path} cannot be used: ${first}${more}`);
}

async function readJson<T>(path: string, read: (content: unknown) => T): Promise<T> {
  const text = await readText(path);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new StartupError(`${path} is not JSON (${(error as Error).message}): correct it`, { cause: error });
  }
  try {
    return read(content);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    throw new StartupError(`${error.message} The file is ${path}.`, { cause: error });
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as { code?: unknown };
    throw new StartupError(`${path} cannot be read (${String(code)}): correct its address or its rights`, {
      cause: error,
    });
  }
}
