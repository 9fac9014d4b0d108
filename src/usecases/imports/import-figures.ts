import { readImportFigures } from '../../storage/imports/imports.ts';
import type { Service } from '../service.ts';

/** How many imports of all accounts wait or run, and for how long the oldest has. */
export async function importFigures({
  database,
  now,
}: Service): Promise<{ readonly open: number; readonly oldestSeconds: number }> {
  const { open, oldestAt } = await readImportFigures(database);
  const waited = oldestAt === null ? 0 : now().getTime() - oldestAt.getTime();
  return { open, oldestSeconds: Math.max(0, waited / 1000) };
}
