import { Cells, rupeesCell } from './rate-cells.ts';
import type { RowFormat } from './row-format.ts';

export interface PlatformFee {
  readonly platformFeePaise: number;
}

/** The platform fee: one row with rupees. Without a row, the fee of the default book applies. */
export const PLATFORM_FEE_ROWS: RowFormat<PlatformFee> = {
  columns: ['platform_fee'],
  keyOf: () => 'platform-fee',
  read(texts) {
    const cells = new Cells(texts);
    return cells.finish<PlatformFee>({ platformFeePaise: cells.paise('platform_fee') });
  },
  write: ({ platformFeePaise }) => ({ platform_fee: rupeesCell(platformFeePaise) }),
};
