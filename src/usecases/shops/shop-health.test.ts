import { describe, expect, it } from 'vitest';
import { saidByPartner } from '../../problems/sentence.ts';
import { healthOf } from './shop-health.ts';

const NOW = new Date('2026-11-16T06:30:00.000Z');
const DAY_MS = 24 * 60 * 60_000;
const ago = (milliseconds: number) => new Date(NOW.getTime() - milliseconds);

const WELL = {
  failure: null,
  failingSince: null,
  stoppedAt: null,
  keptOutSince: null,
  readUntil: NOW,
  lastBellAt: NOW,
  createdAt: ago(90 * DAY_MS),
  webhooksSeenAt: NOW,
  webhooksFailure: null,
};
const FAILING = { failure: saidByPartner('did not answer'), failingSince: ago(DAY_MS - 1) };

describe('the health of a shop', () => {
  it.each([
    ['connected, without advice', {}, 'connected', null],
    ['failing, to wait for, within a day', FAILING, 'failing', /^Wait: /],
    [
      'failing, to look at, after a day',
      { ...FAILING, failingSince: ago(DAY_MS) },
      'failing',
      /^Open the shop/,
    ],
    [
      'failing, with a refused credential',
      { ...FAILING, keptOutSince: NOW },
      'failing',
      /^Enter its credential/,
    ],
    [
      'stopped, with a refused credential',
      { ...FAILING, stoppedAt: NOW },
      'stopped',
      /^Enter its credential/,
    ],
    ['without webhooks for less than a day', { lastBellAt: ago(DAY_MS - 1) }, 'connected', null],
    [
      'without webhooks for a day',
      { lastBellAt: ago(DAY_MS) },
      'connected',
      /^Its webhooks are switched on, but/,
    ],
    [
      'without webhooks for a day, never having been told to send them',
      { lastBellAt: ago(DAY_MS), webhooksSeenAt: null },
      'connected',
      /^Check the connection/,
    ],
    [
      'with webhooks that cannot be switched on',
      { webhooksFailure: saidByPartner('does not allow it with this key') },
      'connected',
      /^Orders may be .* cannot be switched on: WooCommerce does not allow it with this key$/,
    ],
    ['new, without webhooks yet', { lastBellAt: null, createdAt: ago(1) }, 'connected', null],
    ['a day old, without a webhook', { lastBellAt: null, createdAt: ago(DAY_MS) }, 'connected', /^Its/],
  ])('is %s', (_, known, state, advice) => {
    const health = healthOf({ ...WELL, ...known }, 'WooCommerce', true, NOW);
    expect({ ...health, failure: health.failure?.text ?? null, advice: health.advice?.text ?? null }).toEqual(
      {
        state,
        failure: 'failure' in known ? 'WooCommerce did not answer' : null,
        advice: advice === null ? null : expect.stringMatching(advice),
      },
    );
  });

  it('is failing while it cannot be told of parcels, unless it does not answer at all', () => {
    const untold = { untold: 3, untoldFailure: saidByPartner('does not allow it with this key') };
    expect(healthOf({ ...WELL, ...untold }, 'WooCommerce', true, NOW)).toMatchObject({
      state: 'failing',
      failure: { text: 'WooCommerce does not allow it with this key' },
      advice: { text: expect.stringMatching(/^Orders come in, but the shop does not know of 3 parcels yet/) },
    });
    const health = healthOf({ ...WELL, ...FAILING, ...untold }, 'WooCommerce', true, NOW);
    expect(health.failure?.text).toBe('WooCommerce did not answer');
  });

  it('has no advice about webhooks for a shop system that sends none', () => {
    const known = { ...WELL, lastBellAt: null };
    expect(healthOf(known, 'WooCommerce', false, NOW).advice).toBeNull();
  });
});
