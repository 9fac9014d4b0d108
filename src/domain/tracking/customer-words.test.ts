import { describe, expect, it } from 'vitest';
import { customerWords, historyWords, isTriedAgain, journeyLine, moodOf } from './customer-words.ts';
import { NDR_REASONS } from './reasons.ts';
import { GRANULAR_STATUSES } from './statuses.ts';

describe('the words for customers', () => {
  it.each(GRANULAR_STATUSES)('describe %s without technical terms', (status) => {
    for (const reason of [null, ...NDR_REASONS]) {
      const { headline, sentence } = customerWords(status, reason);
      expect(`${headline} ${sentence ?? ''}`).not.toMatch(/_|NDR|RTO|AWB|consignee|shipper/);
      expect(headline.length).toBeGreaterThan(3);
      expect(historyWords(status)).toMatch(/^[A-Z][a-z ]+$/);
      if (sentence !== null) expect(sentence).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('give the reason of a failed attempt, and no other reason', () => {
    expect(customerWords('ndr_raised', 'cod_not_ready').sentence).toBe('The payment was not ready.');
    expect(customerWords('ndr_raised', 'other').sentence).toBe('The carrier could not deliver your parcel.');
    expect(customerWords('out_for_delivery', 'cod_not_ready').sentence).toBe(
      'Your parcel is with the delivery rider.',
    );
  });

  it.each(['lost', 'damaged', 'rto_lost', 'rto_damaged'] as const)(
    'say what happened to a %s parcel, and whom to contact',
    (status) => {
      const { headline, sentence } = customerWords(status, null);
      const [word = ''] = /lost|damaged/.exec(status) ?? [];
      expect(headline.toLowerCase()).toContain(word);
      expect(historyWords(status).toLowerCase()).toContain(word);
      expect(sentence).toContain('contact the seller');
      expect(journeyLine(status)).toBeNull();
    },
  );

  it('are different for each line of the history', () => {
    const life = [
      'ready_for_pickup',
      'pickup_scheduled',
      'out_for_pickup',
      'not_picked',
      'picked_up',
      'in_transit',
      'reached_destination_hub',
      'out_for_delivery',
      'ndr_raised',
      'reattempt_delivery',
      'rto_initiated',
      'rto_in_transit',
      'rto_out_for_delivery',
      'rto_need_attention',
      'rto_delivered',
    ] as const;
    expect(new Set(life.map((status) => historyWords(status))).size).toBe(life.length);
  });

  it('expect another attempt, unless the parcel was refused or damaged', () => {
    const forGood = NDR_REASONS.filter((reason) => !isTriedAgain(reason));
    expect(forGood.sort()).toEqual(['customer_cancelled', 'customer_refused', 'shipment_damaged']);
    expect(isTriedAgain(null)).toBe(true);
  });

  it('have a tick only if the parcel has arrived', () => {
    const done = GRANULAR_STATUSES.filter((status) => moodOf(status) === 'done');
    expect(done).toEqual(['delivered', 'return_delivered']);
  });

  it('show the steps to the door or back, and no steps if they would mislead', () => {
    expect(journeyLine('delivered')).toMatchObject({ at: 4 });
    expect(journeyLine('rto_delivered')?.steps.at(-1)).toBe('Returned to the sender');
    for (const status of ['cancelled', 'lost', 'on_hold'] as const) expect(journeyLine(status)).toBeNull();
    for (const status of GRANULAR_STATUSES) {
      const line = journeyLine(status);
      if (line !== null) expect(line.steps[line.at]).toBeDefined();
    }
  });
});
