import { readCityName } from '../domain/pincodes/city-name.ts';
import type { PincodeDirectory } from '../domain/pincodes/pincode-directory.ts';
import { isStateCode } from '../domain/pincodes/states.ts';
import {
  AREA_KINDS,
  type AreaKind,
  CARRIER_DUTIES,
  type ServiceabilityRow,
} from '../domain/rates/serviceability-rules.ts';
import { isNot } from '../problems/row-problem.ts';
import { type Sentence, say } from '../problems/sentence.ts';
import { Cells, yesNoText } from './rate-cells.ts';
import type { RowFormat } from './row-format.ts';

/**
 * Serviceability rules: `carrier_id`, `area_kind` (everywhere, state, city, prefix, pincode), `area` (empty,
 * `KA`, `KA:Bengaluru`, 1 to 5 digits, a pincode), and `pickup, prepaid, cod, reverse`: each of them is yes,
 * no, or empty if a less specific rule decides.
 */
export const SERVICEABILITY_ROWS: RowFormat<ServiceabilityRow> = {
  columns: ['carrier_id', 'area_kind', 'area', ...CARRIER_DUTIES],
  keyOf: ({ carrierId, areaKind, area }) => `${carrierId},${areaKind},${area}`,
  read(texts, known) {
    const cells = new Cells(texts);
    const areaKind = cells.oneOf('area_kind', AREA_KINDS);
    const area = cells.text('area');
    const wrong = areaKind === null ? null : wrongArea(areaKind, area, known.directory);
    if (wrong !== null) cells.refuse('area', wrong);
    if (CARRIER_DUTIES.every((duty) => cells.isEmpty(duty))) {
      cells.refuse('pickup', SAYS_NOTHING);
    }
    return cells.finish<ServiceabilityRow>({
      carrierId: cells.carrierId('carrier_id', known),
      areaKind: areaKind ?? 'everywhere',
      area,
      pickup: cells.yesNoOrNone('pickup'),
      prepaid: cells.yesNoOrNone('prepaid'),
      cod: cells.yesNoOrNone('cod'),
      reverse: cells.yesNoOrNone('reverse'),
    });
  },
  write: (row) => ({
    carrier_id: row.carrierId,
    area_kind: row.areaKind,
    area: row.area,
    pickup: yesNoText(row.pickup),
    prepaid: yesNoText(row.prepaid),
    cod: yesNoText(row.cod),
    reverse: yesNoText(row.reverse),
  }),
};

const SAYS_NOTHING = say(
  'rule_says_nothing',
  'pickup, prepaid, cod and reverse are all empty: the rule says nothing',
);

const ANSWER = '"(yes|no|)"';
const KEPT_RULE = new RegExp(
  `^\\["([^"\\\\]*)","([^"\\\\]*)","([^"\\\\]*)",${ANSWER},${ANSWER},${ANSWER},${ANSWER}\\]$`,
);

/**
 * Reads a stored rule (`StoredCells`); null if it does not have the plain format of `write`. The import has
 * already checked the values. A regular expression takes a quarter of the time of `JSON.parse`, and this is
 * most of the work for a book of 200,000 rules.
 */
export function readStoredRule(cells: string): ServiceabilityRow | null {
  const match = KEPT_RULE.exec(cells);
  const areaKind = AREA_KINDS.find((candidate) => candidate === match?.[2]);
  if (match === null || areaKind === undefined) return null;
  return {
    carrierId: match[1] ?? '',
    areaKind,
    area: match[3] ?? '',
    pickup: keptAnswer(match[4]),
    prepaid: keptAnswer(match[5]),
    cod: keptAnswer(match[6]),
    reverse: keptAnswer(match[7]),
  };
}

function keptAnswer(text: string | undefined): boolean | null {
  return text === 'yes' ? true : text === 'no' ? false : null;
}

const EMPTY_FOR_EVERYWHERE = say('area_of_everywhere', 'must be empty for everywhere');
const STATE_CODE = say('state_code_form', 'a state code such as KA');
const KNOWN_CITY = say('known_city', 'a known city such as KA:Bengaluru');
const PREFIX = say('prefix_form', 'a prefix of one to five digits');
const KNOWN_PINCODE = say('known_pincode', 'a known pincode');

function wrongArea(kind: AreaKind, area: string, directory: PincodeDirectory): Sentence | null {
  switch (kind) {
    case 'everywhere':
      return area === '' ? null : EMPTY_FOR_EVERYWHERE;
    case 'state':
      return isStateCode(area) ? null : isNot(area, STATE_CODE);
    case 'city':
      return directory.cityNumber(readCityName(area)) >= 0 ? null : isNot(area, KNOWN_CITY);
    case 'prefix':
      return /^[1-9]\d{0,4}$/.test(area) ? null : isNot(area, PREFIX);
    case 'pincode':
      return directory.has(area) ? null : isNot(area, KNOWN_PINCODE);
  }
}
