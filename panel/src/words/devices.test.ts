import { expect, it } from 'vitest';
import { deviceName, deviceWords } from './devices.ts';

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/147.0.0.0 Safari/537.36',
    'Chrome on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/147.0.0.0 Mobile Safari/537.36 Edg/147.0', 'Edge on Android'],
  ['curl/8.5.0', 'Unknown device'],
])('names the device %s', (description, name) => {
  expect(deviceName(description, deviceWords.en)).toBe(name);
});
