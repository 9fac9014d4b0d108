import type { CarrierSetting } from '../domain/rates/book-rows.ts';
import { millionthsToPercent, percentToMillionths, WHOLE } from '../domain/rates/share.ts';
import { say } from '../problems/sentence.ts';
import { Cells, yesNoText } from './rate-cells.ts';
import type { RowFormat } from './row-format.ts';

const MARKUP = {
  least: -WHOLE,
  most: 10 * WHOLE,
  expectation: say('markup_form', 'a percentage from -100 to 1000 with at most four decimals'),
};

/** Carrier settings: `carrier_id, offered` (yes or no), `markup_percent`, `beside_couriers` (yes or no). */
export const CARRIER_SETTING_ROWS: RowFormat<CarrierSetting> = {
  columns: ['carrier_id', 'offered', 'markup_percent', 'beside_couriers'],
  addedColumns: ['beside_couriers'],
  keyOf: ({ carrierId }) => carrierId,
  read(texts, known) {
    const cells = new Cells(texts);
    return cells.finish<CarrierSetting>({
      carrierId: cells.carrierId('carrier_id', known),
      offered: cells.yesOrNo('offered'),
      markup: cells.share('markup_percent', percentToMillionths, MARKUP),
      besideCouriers: cells.yesNoOrNone('beside_couriers') ?? false,
    });
  },
  write: ({ carrierId, offered, markup, besideCouriers }) => ({
    carrier_id: carrierId,
    offered: yesNoText(offered),
    markup_percent: millionthsToPercent(markup),
    beside_couriers: besideCouriers ? 'yes' : '',
  }),
};
