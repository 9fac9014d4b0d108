import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { auditWords } from './audit-words.ts';

const USE_CASES = join(import.meta.dirname, '../../../../../src/usecases');

it('has words for every change that the service records, in both languages', () => {
  const actions = readdirSync(USE_CASES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [
      ...readFileSync(join(USE_CASES, file), 'utf8').matchAll(/action: '([a-z_]+)\.([a-z_]+)'/g),
    ]);
  expect(actions.length).toBeGreaterThan(50);
  for (const { subject, verb } of [auditWords.en, auditWords.hi]) {
    const nameless = actions.filter(([, of = '', did = '']) => !(of in subject) || !(did in verb));
    expect(nameless.map(([, of, did]) => `${of}.${did}`)).toEqual([]);
  }
});
