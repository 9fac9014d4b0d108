import { keptTexts } from '../../rate-files/kept-rows.ts';
import { type RateKind, ROW_FORMATS } from '../../rate-files/rate-kinds.ts';
import { readRatesInForce } from '../../storage/rates/rate-rows.ts';
import type { Service } from '../service.ts';

/**
 * Gives the rows of one kind that a book has of its own, as the texts of their cells: first the header, then
 * portion by portion, by key.
 *
 * @param owner the account, or `DEFAULT_BOOK`
 */
export async function exportRates(
  service: Service,
  owner: string,
  kind: RateKind,
  take: (rows: readonly (readonly string[])[]) => void | Promise<void>,
): Promise<void> {
  await take([ROW_FORMATS[kind].columns]);
  await readRatesInForce(service.database, owner, { kinds: [kind], inOrder: true }, (portion) =>
    take(portion.map(({ cells }) => keptTexts(kind, cells))),
  );
}
