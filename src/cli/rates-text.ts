import type { Explanation } from '../http/routes/rates/explain-rates.ts';
import type { changedCells } from '../usecases/rates/rate-book-file.ts';
import type { RateChange } from '../usecases/rates/replace-rates.ts';

/* Answers about rates, for people. */

type ImportedRates = RateChange & {
  readonly rows: number;
  /** Only of a dry run. */
  readonly examples?: readonly ChangedRow[];
};
type ChangedRow = ReturnType<typeof changedCells>;

export function rateChangeText(data: unknown): string {
  const change = data as RateChange;
  return change.version === null ? 'nothing to change' : `version ${change.version}: ${countsText(change)}`;
}

export function revertText(data: unknown): string {
  const { account_id } = data as { account_id: string | null };
  return `${account_id === null ? 'the default book' : `account ${account_id}`}: ${rateChangeText(data)}`;
}

export function importedRatesText(data: unknown): string {
  const { rows, examples, ...change } = data as ImportedRates;
  if (examples === undefined) return `${rows} rows read; ${rateChangeText(change)}`;
  const left = { ...change, version: 0 };
  for (const { before, after } of examples)
    left[before === null ? 'added' : after === null ? 'removed' : 'changed'] -= 1;
  const { added, changed, removed } = left;
  const more = Object.entries({ added, changed, removed }).filter(([, count]) => count > 0);
  return [
    `${rows} rows read; would change: ${countsText(change)}`,
    ...examples.map(rowText),
    ...(more.length === 0 ? [] : [`  ... and ${more.map(([word, count]) => `${count} ${word}`).join(', ')}`]),
  ].join('\n');
}

function countsText({ added, changed, removed }: Omit<RateChange, 'version'>): string {
  return `${added} added, ${changed} changed, ${removed} removed`;
}

/** Returns an added or removed row in full; for a changed row, its key and the cells that differ. */
function rowText({ key, before, after }: ChangedRow): string {
  if (before === null) return `  + ${Object.values(after ?? {}).join(',')}`;
  if (after === null) return `  - ${Object.values(before).join(',')}`;
  const differences = Object.entries(before).flatMap(([column, cell]) =>
    cell === after[column] ? [] : [`${column} ${cell || '(empty)'} -> ${after[column] || '(empty)'}`],
  );
  return `  ~ ${key}: ${differences.join(', ')}`;
}

export function explanationText(data: unknown): string {
  const told = data as Explanation;
  const { platform_fee, carriers, left_out } = told;
  return [
    `from ${placeText(told.origin)} to ${placeText(told.destination)}`,
    `rate book version ${told.rate_book_version}`,
    `zone ${told.zone}: ${told.zone_how}`,
    `applicable weight ${told.applicable_weight} g: dead ${told.dead_weight} g, volumetric ${told.volumetric_weight} g`,
    ...(platform_fee === null ? [] : [`platform fee ${rupees(platform_fee)}, not part of a total`]),
    ...carriers.flatMap(({ carrier_id, carrier_name, slabs, zone, zone_how, expected_delivery, charges }) => [
      '',
      `${carrier_name} (${carrier_id}): ${slabs} ${slabs === 1 ? 'slab' : 'slabs'}, ` +
        `pickup ${expected_delivery.pickup}, delivery ${expected_delivery.delivery}`,
      ...(zone_how === told.zone_how ? [] : [`  zone ${zone}: ${zone_how}`]),
      ...charges.map(({ charge, amount, how }) => `  ${charge} ${rupees(amount)}: ${how}`),
    ]),
    ...(left_out.length === 0 ? [] : ['', 'left out:']),
    ...left_out.map((one) => `  ${one.carrier_name} (${one.carrier_id}) ${one.reasons.join('; ')}`),
  ].join('\n');
}

function placeText({ pincode, city, state }: Explanation['origin']): string {
  return `${pincode} (${city}, ${state})`;
}

function rupees(amount: number): string {
  return `Rs ${amount.toFixed(2)}`;
}
