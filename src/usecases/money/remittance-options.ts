import { indiaDate } from '../../domain/india-time.ts';
import type { RemittanceColumn, RemittanceOptions } from './remittance-file.ts';

export interface SaidOfRemittance {
  readonly courier: string;
  readonly utr: string | null;
  /** In the format of ISO 8601. */
  readonly date: string | null;
  readonly columns: Readonly<Record<RemittanceColumn, string | undefined>>;
}

/** Returns the options in stored form: the courier's name in lower case, only the given columns. */
export function remittanceOptions({
  courier,
  utr,
  date,
  columns,
}: SaidOfRemittance): RemittanceOptions & Record<string, unknown> {
  const said = Object.entries(columns).filter(([, name]) => name !== undefined);
  return {
    courier: courier.toLowerCase(),
    utr,
    date: date === null ? null : indiaDate(Date.parse(date)),
    columns: Object.fromEntries(said),
  };
}
