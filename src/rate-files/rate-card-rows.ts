import { LARGEST_WEIGHT_GRAMS } from '../domain/rates/parcel.ts';
import type { PriceTable, RateCard } from '../domain/rates/rate-card.ts';
import {
  factorToMillionths,
  millionthsToFactor,
  millionthsToPercent,
  percentToMillionths,
  WHOLE,
} from '../domain/rates/share.ts';
import { say } from '../problems/sentence.ts';
import { Cells, rupeesCell, zoneCells, zoneColumns } from './rate-cells.ts';
import type { RowFormat } from './row-format.ts';

/** The smallest slab. A smaller number is a mistake: kilograms in a column of grams. */
const SMALLEST_SLAB_GRAMS = 10;

const PERCENT = {
  least: 0,
  most: WHOLE,
  expectation: say('percentage_form', 'a percentage from 0 to 100 with at most four decimals'),
};
const FACTOR = {
  least: 0,
  most: 10 * WHOLE,
  expectation: say('factor_form', 'a factor from 0 to 10 with at most six decimals'),
};
const FACTOR_BESIDE_TABLE = say('factor_beside_table', 'must be empty where there is an RTO table');

/**
 * Rate cards: `carrier_id, first_slab_g, further_slab_g`, `forward_first_a` to `_e`, `forward_further_a` to
 * `_e`, `cod_flat, cod_percent`, then either `rto_factor` or `rto_first_*` and `rto_further_*`. For returns:
 * `reverse_first_*` and `reverse_further_*` (all empty: no returns), `qc_fee` (empty: no quality check).
 */
export const RATE_CARD_ROWS: RowFormat<RateCard> = {
  columns: [
    'carrier_id',
    'first_slab_g',
    'further_slab_g',
    ...tableColumns('forward'),
    'cod_flat',
    'cod_percent',
    'rto_factor',
    ...tableColumns('rto'),
    ...tableColumns('reverse'),
    'qc_fee',
  ],
  keyOf: ({ carrierId }) => carrierId,
  read(texts, known) {
    const cells = new Cells(texts);
    return cells.finish<RateCard>({
      carrierId: cells.carrierId('carrier_id', known),
      firstSlabGrams: cells.whole('first_slab_g', SMALLEST_SLAB_GRAMS, LARGEST_WEIGHT_GRAMS),
      furtherSlabGrams: cells.whole('further_slab_g', SMALLEST_SLAB_GRAMS, LARGEST_WEIGHT_GRAMS),
      forward: priceTable(cells, 'forward'),
      codFlatPaise: cells.paise('cod_flat'),
      codShare: cells.share('cod_percent', percentToMillionths, PERCENT),
      rto: rto(cells),
      reverse: priceTableOrNone(cells, 'reverse'),
      qcFeePaise: cells.paiseOrNone('qc_fee'),
    });
  },
  write: (card) => ({
    carrier_id: card.carrierId,
    first_slab_g: String(card.firstSlabGrams),
    further_slab_g: String(card.furtherSlabGrams),
    ...tableCells('forward', card.forward),
    cod_flat: rupeesCell(card.codFlatPaise),
    cod_percent: millionthsToPercent(card.codShare),
    rto_factor: 'factor' in card.rto ? millionthsToFactor(card.rto.factor) : '',
    ...tableCells('rto', 'table' in card.rto ? card.rto.table : null),
    ...tableCells('reverse', card.reverse),
    qc_fee: rupeesCell(card.qcFeePaise),
  }),
};

function rto(cells: Cells): RateCard['rto'] {
  const table = priceTableOrNone(cells, 'rto');
  if (table !== null) {
    if (!cells.isEmpty('rto_factor')) cells.refuse('rto_factor', FACTOR_BESIDE_TABLE);
    return { table };
  }
  return { factor: cells.share('rto_factor', factorToMillionths, FACTOR) };
}

function tableColumns(name: string): string[] {
  return [...zoneColumns(`${name}_first`), ...zoneColumns(`${name}_further`)];
}

function priceTable(cells: Cells, name: string): PriceTable {
  return { first: cells.paiseByZone(`${name}_first`), further: cells.paiseByZone(`${name}_further`) };
}

/** Returns null if all cells of the table are empty. In a partly filled table, each empty cell is refused. */
function priceTableOrNone(cells: Cells, name: string): PriceTable | null {
  return tableColumns(name).every((column) => cells.isEmpty(column)) ? null : priceTable(cells, name);
}

function tableCells(name: string, table: PriceTable | null): Record<string, string> {
  return {
    ...zoneCells(`${name}_first`, table?.first ?? null),
    ...zoneCells(`${name}_further`, table?.further ?? null),
  };
}
