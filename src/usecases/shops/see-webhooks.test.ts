import { describe, expect, it } from 'vitest';
import { saidByPartner } from '../../problems/sentence.ts';
import { areWebhooksDue, isUntold } from './see-webhooks.ts';

const NOW = new Date('2026-11-16T18:30:00.000Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const ago = (milliseconds: number) => new Date(NOW.getTime() - milliseconds);

const failed = saidByPartner('does not allow it');
const seen = (webhooksSeenAt: Date | null, lastBellAt: Date | null = null) => ({
  ...{ webhooksSeenAt, lastBellAt, webhooksFailure: null },
});

describe('the webhooks of a shop are looked at', () => {
  it.each([
    ['once a day', seen(ago(DAY_MS)), false, true],
    ['not sooner', seen(ago(DAY_MS - 1)), false, false],
    ['after an hour if they did not tell of a change', seen(ago(HOUR_MS)), true, true],
    ['not sooner then', seen(ago(HOUR_MS - 1)), true, false],
    [
      'after an hour if they could not be switched on',
      { ...seen(ago(HOUR_MS)), webhooksFailure: failed },
      false,
      true,
    ],
    ['not sooner then either', { ...seen(ago(HOUR_MS - 1)), webhooksFailure: failed }, false, false],
    ['a day after the last one of a shop that an older release knew', seen(null, ago(DAY_MS)), false, true],
    ['never if the shop was not told to send them', seen(null), true, false],
  ])('%s', (_, shop, hasUntold, isDue) => {
    expect(areWebhooksDue(shop, hasUntold, NOW)).toBe(isDue);
  });
});

describe('a webhook should have told of a change', () => {
  it.each([
    ['a minute after it', seen(ago(DAY_MS)), ago(MINUTE_MS), true],
    ['not sooner', seen(ago(DAY_MS)), ago(MINUTE_MS - 1), false],
    ['not of one before they were switched on', seen(ago(HOUR_MS)), ago(HOUR_MS), false],
    ['of one after that', seen(ago(HOUR_MS)), ago(HOUR_MS - 1), true],
    ['of none if the shop sends none', seen(null), ago(HOUR_MS), false],
  ])('%s', (_, shop, changedAt, is) => {
    expect(isUntold(shop, changedAt, NOW)).toBe(is);
  });
});
