import { expect, it } from 'vitest';
import { callAdvice, callSentence, callWords, needsCredentials } from './call-words.ts';

const failed = (call: string, status: number | null, courier = 'ekart') => ({ call, status, courier });

it.each([
  [
    failed('create', 401),
    'Booking: the courier refused your credentials',
    'Enter the credentials again in Settings.',
  ],
  [
    failed('cancel', 422),
    'Cancellation: the courier refused the request',
    'Correct what the courier names, then try again.',
  ],
  [
    failed('track', 403, 'delhivery'),
    'Tracking: the courier asked us to slow down',
    'You don’t have to do anything: we try again.',
  ],
  [failed('book', null), 'Booking: the courier didn’t answer', 'We ask again, and nothing is booked twice.'],
])('explains %j and says what to do', (call, sentence, advice) => {
  expect(callSentence(call, callWords.en)).toBe(sentence);
  expect(callAdvice(call, callWords.en)).toBe(advice);
});

it('explains an unknown call in Hindi', () => {
  expect(callSentence(failed('new_call', 500), callWords.hi)).toBe('अनुरोध: कूरियर के सिस्टम में गड़बड़ी थी');
});

it('asks for new credentials only if they were refused', () => {
  expect(needsCredentials(failed('create', 401))).toBe(true);
  expect(needsCredentials(failed('create', 403, 'delhivery'))).toBe(false);
});
