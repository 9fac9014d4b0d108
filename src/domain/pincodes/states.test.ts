import { describe, expect, it } from 'vitest';
import { STATE_CODES, stateCodeOf, stateName, stateNamed } from './states.ts';

/** Codes and names that shops and older records have for a state. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  Chhattisgarh: ['CT', 'CG', 'IN-CT', 'in-cg', 'Chattisgarh'],
  'Dadra and Nagar Haveli and Daman and Diu': [
    'DD',
    'DN',
    'DH',
    'IN-DD',
    'Daman & Diu',
    'Dadra and Nagar Haveli',
  ],
  Odisha: ['OR', 'OD', 'or', 'IN-OR', 'Orissa', 'ORISSA'],
  Telangana: ['TG', 'TS', 'IN-TG', 'telengana'],
  Uttarakhand: ['UT', 'UK', 'UA', 'ua', 'IN-UT', 'IN-UA', 'Uttaranchal', 'Uttrakhand'],
  Puducherry: ['PY', 'Pondicherry', 'IN-PY'],
  Maharashtra: ['MH', 'mh', 'IN-MH', 'in-mh', 'IN_MH', ' Maharashtra '],
  'Tamil Nadu': ['TN', 'tamilnadu', 'TAMIL  NADU'],
};

describe('the name of a state', () => {
  it.each(Object.entries(WRITTEN))('is %s for every code and spelling', (name, spellings) => {
    expect(spellings.map(stateNamed)).toEqual(spellings.map(() => name));
  });

  it.each(STATE_CODES)('is found by the code %s, with and without the country', (code) => {
    for (const text of [code, code.toLowerCase(), `IN-${code}`, stateName(code)])
      expect(stateCodeOf(text)).toBe(code);
  });

  it.each(['', 'XX', 'IN', 'IN-', 'IN-XX', 'US-CT', 'Bavaria', 'महाराष्ट्र'])('stays as it is: %j', (text) => {
    expect(stateNamed(text)).toBe(text);
    expect(stateCodeOf(text)).toBeNull();
  });
});
