import type { TrackingNumberParts } from '../../domain/orders/tracking-number.ts';
import type { Database } from '../database.ts';
import { violatesUnique } from '../outage.ts';

interface Behaviour {
  kind: 'refuse' | 'lose_request' | 'lose_answer' | 'slow' | 'twice';
  carrierId: string | null;
  pincode: string | null;
  milliseconds: number;
}

const BEHAVIOURS = {
  name: 'offline-behaviours',
  text: `select kind, nullif(carrier_id, '*') as "carrierId", nullif(pincode, '') as pincode, milliseconds
    from offline_behaviours where account_id = $1`,
};

const PARTS = 'prefix, serial, is_permuted as "isPermuted"';

const ENTERED = {
  name: 'offline-entered',
  text: `select ${PARTS} from offline_bookings
    where reference = $1 and booked_at is not null order by copy`,
};

/** On a cluster, upserts into a registry block each other, so they are avoided. */
const BOOK = {
  name: 'offline-book',
  text: `insert into offline_bookings (reference, copy, carrier_id, prefix, booked_at, is_permuted)
    values ($1, $2, $3, $4, statement_timestamp(), true) returning ${PARTS}`,
};

const CLOSE = `insert into offline_bookings (reference, carrier_id, prefix) values ($1, $2, $3) on conflict do nothing`;

/** The offline carrier's records in our database; see `OfflineLedger`. */
export class DatabaseOfflineLedger {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  async behaviours(accountId: string): Promise<Behaviour[]> {
    const rows = await this.database.run<Behaviour>(BEHAVIOURS, [accountId]);
    return rows;
  }

  async book(
    reference: string,
    carrierId: string,
    prefix: string,
    copies: number,
  ): Promise<TrackingNumberParts[]> {
    const booked: TrackingNumberParts[] = [];
    try {
      for (let copy = 1; copy <= copies; copy += 1) {
        const values = [reference, copy, carrierId, prefix];
        const rows = await this.database.run<TrackingNumberParts>(BOOK, values);
        booked.push(...rows);
      }
    } catch (error) {
      if (!violatesUnique(error, 'offline_reference_is_unique')) throw error;
      return this.entries(reference);
    }
    return booked;
  }

  async close(reference: string, carrierId: string, prefix: string): Promise<TrackingNumberParts[]> {
    await this.database.run(CLOSE, [reference, carrierId, prefix]);
    return this.entries(reference);
  }

  async cancel(reference: string, serial: number): Promise<void> {
    await this.database.run(
      'update offline_bookings set cancelled_at = statement_timestamp() where reference = $1 and serial = $2 and cancelled_at is null',
      [reference, serial],
    );
  }

  async entries(reference: string): Promise<TrackingNumberParts[]> {
    const rows = await this.database.run<TrackingNumberParts>(ENTERED, [reference]);
    return rows;
  }
}

/** Sets the failures that the offline carrier simulates for an account; an empty list removes them all. */
export async function setOfflineBehaviours(
  database: Database,
  accountId: string,
  behaviours: readonly Behaviour[],
): Promise<void> {
  await database.run('delete from offline_behaviours where account_id = $1', [accountId]);
  await database.run(
    `insert into offline_behaviours (account_id, carrier_id, kind, pincode, milliseconds)
     select $1, coalesce("carrierId", '*'), kind, coalesce(pincode, ''), milliseconds
       from json_to_recordset($2) as b ("carrierId" text, kind text, pincode text, milliseconds integer)`,
    [accountId, JSON.stringify(behaviours)],
  );
}
