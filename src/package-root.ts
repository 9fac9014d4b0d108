import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, whether this runs from `src/` or from `dist/`. */
export const PACKAGE_ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** The numbered migrations. */
export const MIGRATIONS_FOLDER = join(PACKAGE_ROOT, 'migrations');
/** Pincodes, zones, the sample rate book, statuses and holidays. */
export const DATA_FOLDER = join(PACKAGE_ROOT, 'data');

/** The panel, as it was built beside the service. */
export const PANEL_FOLDER = join(PACKAGE_ROOT, 'dist', 'panel');

/** Where services leave word for the commands of this installation, unless it is set. */
export const RUN_FOLDER = join(PACKAGE_ROOT, '.running');

/** Where the facts are that rate books stand on: those that come along, or the operator's own. */
export function rateFiles(own: { pincodesFile: string | null; holidaysFile: string | null }) {
  return {
    pincodes: own.pincodesFile ?? join(DATA_FOLDER, 'pincodes.csv'),
    zones: join(DATA_FOLDER, 'zones.json'),
    holidays: own.holidaysFile ?? join(DATA_FOLDER, 'holidays.in.json'),
    sample: join(DATA_FOLDER, 'rates.json'),
  };
}

/** The release, from package.json. */
export function readVersion(): string {
  const text = readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
