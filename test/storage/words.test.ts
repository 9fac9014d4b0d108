import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PHASES } from '../../src/domain/tracking/phases.ts';
import { NDR_REASONS, RTO_REASONS } from '../../src/domain/tracking/reasons.ts';
import { GRANULAR_STATUSES, LISTING_STATUSES } from '../../src/domain/tracking/statuses.ts';
import { ZONES } from '../../src/domain/zones/zone.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createDatabase();
});
afterAll(() => test.drop());

describe('the words of the database', () => {
  it.each([
    ['listing_status', LISTING_STATUSES],
    ['granular_status', GRANULAR_STATUSES],
    ['shipment_phase', PHASES],
    ['zone', ZONES],
    ['ndr_reason', NDR_REASONS],
    ['rto_reason', RTO_REASONS],
    ['event_refusal', ['already_final', 'already_moving', 'already_withdrawn']],
    ['actor_kind', ['key', 'user', 'operator', 'system', 'carrier']],
  ])('%s are those of the domain', async (type, words) => {
    const { rows } = await test.database.pool.query<{ words: string[] }>(
      `select enum_range(null::${type})::text[] as words`,
    );
    expect(new Set(rows[0]?.words)).toEqual(new Set(words));
  });
});
