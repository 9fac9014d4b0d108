import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder: the nearest one with a package.json above `src/`, `dist/` or `dist-dev/src/`. */
export const PACKAGE_ROOT = folderOfPackage(dirname(fileURLToPath(import.meta.url)));
/** The numbered migrations. */
export const MIGRATIONS_FOLDER = join(PACKAGE_ROOT, 'migrations');
/** Pincodes, zones, the sample rate book, statuses and holidays. */
export const DATA_FOLDER = join(PACKAGE_ROOT, 'data');

/** The built panel, next to the built service. */
export const PANEL_FOLDER = join(PACKAGE_ROOT, 'dist', 'panel');

/** The default folder for the pid files of this installation's services. */
export const RUN_FOLDER = join(PACKAGE_ROOT, '.running');

function folderOfPackage(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : folderOfPackage(dirname(folder));
}

/** The files that rate books are based on: the built-in ones, or the operator's own. */
export function rateFiles(own: {
  pincodesFile: string | null;
  morePincodesFile?: string | null;
  holidaysFile: string | null;
}) {
  return {
    pincodes: own.pincodesFile ?? join(DATA_FOLDER, 'pincodes.csv'),
    morePincodes: own.morePincodesFile ?? null,
    zones: join(DATA_FOLDER, 'zones.json'),
    holidays: own.holidaysFile ?? join(DATA_FOLDER, 'holidays.in.json'),
    sample: join(DATA_FOLDER, 'rates.json'),
  };
}

export function readVersion(): string {
  const text = readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
