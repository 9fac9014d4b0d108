import { Cells, rupeesCell } from './rate-cells.ts';
import type { RowFormat } from './row-format.ts';

/** The platform fee for a shipment. */
export interface PlatformFee {
  readonly platformFeePaise: number;
}

/** The platform fee: one row of `platform_fee` in rupees. Without a row, the default book's fee. */
export const PLATFORM_FEE_ROWS: RowFormat<PlatformFee> = {
  columns: ['platform_fee'],
  keyOf: () => 'platform-fee',
  read(texts) {
    const cells = new Cells(texts);
    return cells.finish<PlatformFee>({ platformFeePaise: cells.paise('platform_fee') });
  },
  write: ({ platformFeePaise }) => ({ platform_fee: rupeesCell(platformFeePaise) }),
};
