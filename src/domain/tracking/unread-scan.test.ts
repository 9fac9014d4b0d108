import { describe, expect, it } from 'vitest';
import { courierWords, newestFirst } from './unread-scan.ts';

describe('the words of a courier that nobody knows', () => {
  it.each([
    ['UD ODD', 'Bag is with\n the  rail department', 'Bag is with the rail department'],
    ['BAG ON RAIL', null, 'BAG ON RAIL'],
    ['BAG ON RAIL', '  ', 'BAG ON RAIL'],
    [
      'ODD',
      'Call 98765 43210 or write to asha@shop.example',
      'Call ******3210 or write to a***@shop.example',
    ],
    ['ODD', 'See https://courier.example/x?token=1 for more', 'See for more'],
    ['ODD', 'https://courier.example/x', 'ODD'],
    ['www.courier.example', null, '…'],
    ['ODD', 'x'.repeat(200), `${'x'.repeat(160)}…`],
  ])('are cleaned for customers: %j, %j', (status, description, words) => {
    expect(courierWords(status, description)).toBe(words);
  });
});

describe('a history with unread scans', () => {
  const at = (minute: number, text: string) => ({ at: new Date(minute * 60_000), text });

  it('has the newest first, and of the same time the event before the scan', () => {
    const events = [at(3, 'second'), at(3, 'first'), at(1, 'oldest')];
    const scans = [at(4, 'new'), at(3, 'odd'), at(2, 'old')];
    expect(newestFirst(events, scans).map(({ text }) => text)).toEqual([
      'new',
      'second',
      'first',
      'odd',
      'old',
      'oldest',
    ]);
    expect(newestFirst(events, [])).toEqual(events);
  });
});
