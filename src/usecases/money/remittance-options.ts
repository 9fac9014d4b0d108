import { indiaDate } from '../../domain/india-time.ts';
import type { RemittanceColumn, RemittanceOptions } from './remittance-file.ts';

/** Options of a file as sent. */
export interface SaidOfRemittance {
  readonly courier: string;
  readonly utr: string | null;
  /** ISO 8601. */
  readonly date: string | null;
  readonly columns: Readonly<Record<RemittanceColumn, string | undefined>>;
}

/** The same in stored form: a courier's name in lower case. */
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
