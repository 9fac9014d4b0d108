import { CARRIER_MODES, type Carrier, OFFLINE, SERVICE_LEVELS } from '../domain/rates/carrier.ts';
import { LARGEST_SIDE_CM, LARGEST_WEIGHT_GRAMS } from '../domain/rates/parcel.ts';
import { misleadingText } from '../domain/visible-text.ts';
import { isNot } from '../problems/row-problem.ts';
import { say } from '../problems/sentence.ts';
import { Cells, rupeesCell, yesNoText, zoneColumns } from './rate-cells.ts';
import type { RowFormat } from './row-format.ts';

const LARGEST_COD_LIMIT_PAISE = 1_000_000_000;
const MOST_TRANSIT_DAYS = 90;
const LAST_CUTOFF_MINUTE = 24 * 60;
const NAME_LENGTH = 80;

const CARRIER_ID = say('carrier_id_form', 'an id of 1 to 40 of a-z, 0-9, _ and -');
const CARRIER_CODE = say('carrier_code_form', 'a code of 1 to 60 letters, digits, _ and -');
const COURIER = say('courier_form', 'the name of a courier such as delhivery');
const COURIER_CODE = say('courier_code_form', "a courier's code of at most 60 printable characters");
const HELPLINE = say('helpline_form', 'a phone number of digits, blanks and hyphens');
const CUTOFF = say('time_form', 'a time such as 14:00');
const NAME_LENGTHS = say('cell_length', 'must have 1 to {most} characters', { most: NAME_LENGTH });
const CONTROLS = say('cell_has_controls', 'must not contain control characters');
const FORMULA = say(
  'cell_is_formula',
  'must not begin with =, +, - or @, which spreadsheets take for formulas',
);

/**
 * Carriers: `carrier_id, name, code, service_level, mode, is_fast, is_prime, max_weight_g`,
 * `max_side_cm, max_sides_cm, cod_limit, cutoff`, `transit_days_a` to `_e`,
 * `adapter, courier_product, courier_name, helpline`. An empty limit means no limit; an empty adapter means
 * `offline`.
 */
export const CARRIER_ROWS: RowFormat<Carrier> = {
  columns: [
    'carrier_id',
    'name',
    'code',
    'service_level',
    'mode',
    'is_fast',
    'is_prime',
    'max_weight_g',
    'max_side_cm',
    'max_sides_cm',
    'cod_limit',
    'cutoff',
    ...zoneColumns('transit_days'),
    'adapter',
    'courier_product',
    'courier_name',
    'helpline',
  ],
  addedColumns: ['adapter', 'courier_product', 'courier_name', 'helpline'],
  keyOf: ({ id }) => id,
  read(texts) {
    const cells = new Cells(texts);
    return cells.finish<Carrier>({
      id: cells.matching('carrier_id', /^(?!-)[a-z0-9_-]{1,40}$/, CARRIER_ID),
      name: name(cells),
      code: cells.matching('code', /^(?!-)[\w-]{1,60}$/, CARRIER_CODE),
      serviceLevel: cells.oneOf('service_level', SERVICE_LEVELS) ?? 'standard',
      mode: cells.oneOf('mode', CARRIER_MODES) ?? 'surface',
      isFast: cells.yesOrNo('is_fast'),
      isPrime: cells.yesOrNo('is_prime'),
      maxWeightGrams: cells.whole('max_weight_g', 1, LARGEST_WEIGHT_GRAMS),
      maxSideCm: cells.wholeOrNone('max_side_cm', 1, LARGEST_SIDE_CM),
      maxSidesCm: cells.wholeOrNone('max_sides_cm', 1, 3 * LARGEST_SIDE_CM),
      codLimitPaise: cells.paiseOrNone('cod_limit', LARGEST_COD_LIMIT_PAISE),
      cutoffMinute: cutoff(cells),
      transitDays: zoneColumns('transit_days').map((column) => cells.whole(column, 0, MOST_TRANSIT_DAYS)),
      adapter: cells.isEmpty('adapter')
        ? OFFLINE
        : cells.matching('adapter', /^[a-z][a-z0-9_]{0,39}$/, COURIER),
      courierProduct: cells.matching('courier_product', /^(?![=+@-])[\x20-\x7e]{0,60}$/, COURIER_CODE),
      courierName: cells.isEmpty('courier_name') ? null : name(cells, 'courier_name'),
      helpline: cells.isEmpty('helpline')
        ? null
        : cells.matching('helpline', /^\+?\d[\d -]{1,17}\d$/, HELPLINE),
    });
  },
  write: (carrier) => ({
    carrier_id: carrier.id,
    name: carrier.name,
    code: carrier.code,
    service_level: carrier.serviceLevel,
    mode: carrier.mode,
    is_fast: yesNoText(carrier.isFast),
    is_prime: yesNoText(carrier.isPrime),
    max_weight_g: String(carrier.maxWeightGrams),
    max_side_cm: String(carrier.maxSideCm ?? ''),
    max_sides_cm: String(carrier.maxSidesCm ?? ''),
    cod_limit: rupeesCell(carrier.codLimitPaise),
    cutoff: cutoffText(carrier.cutoffMinute),
    ...Object.fromEntries(
      zoneColumns('transit_days').map((column, zone) => [column, String(carrier.transitDays[zone] ?? 0)]),
    ),
    adapter: carrier.adapter === OFFLINE ? '' : carrier.adapter,
    courier_product: carrier.courierProduct,
    courier_name: carrier.courierName ?? '',
    helpline: carrier.helpline ?? '',
  }),
};

/**
 * Reads a name that answers, labels and messages can show unchanged: no control characters, nothing
 * misleading, and nothing that a spreadsheet reads as a formula.
 */
function name(cells: Cells, column = 'name'): string {
  const text = cells.text(column);
  if (text === '' || text.length > NAME_LENGTH) {
    cells.refuse(column, NAME_LENGTHS);
  }
  if (/[\p{Cc}\p{Cs}]/u.test(text)) cells.refuse(column, CONTROLS);
  const misleading = misleadingText(text)?.('');
  if (misleading !== undefined) cells.refuse(column, { ...misleading, text: misleading.text.trim() });
  if (/^[=+@-]/.test(text)) cells.refuse(column, FORMULA);
  return text;
}

/** Reads `14:00`, or a spreadsheet's `14:00:00`. `24:00` means pickup on the same day at any time. */
function cutoff(cells: Cells): number {
  const match = /^(\d{1,2}):(\d{2})(?::00)?$/.exec(cells.text('cutoff'));
  const minute = match === null ? -1 : Number(match[1]) * 60 + Number(match[2]);
  const isTime = match !== null && Number(match[2]) < 60 && minute <= LAST_CUTOFF_MINUTE;
  if (!isTime) cells.refuse('cutoff', isNot(cells.text('cutoff'), CUTOFF));
  return minute;
}

function cutoffText(minute: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
