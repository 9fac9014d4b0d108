import { describe, expect, it } from 'vitest';
import { type Config, readConfig } from '../config.ts';
import { settingTroubles } from './own-troubles.ts';

function sentences(changed: Partial<Config>): string[] {
  return settingTroubles({ ...readConfig({}), ...changed }).map(({ sentence }) => sentence);
}

describe('what settings lead to together', () => {
  it('is nothing on one machine, and with an address, mail and keys for others', () => {
    expect(sentences({})).toEqual([]);
    const remote = { host: '0.0.0.0', publicUrl: 'https://ship.example', smtpUrl: 'smtp://mail.example' };
    expect(sentences({ ...remote, databaseUrl: 'postgres://db.example/ship', secretsKey: 'a' })).toEqual([]);
  });

  it.each([
    [{ host: '0.0.0.0', smtpUrl: 'smtp://mail.example' }, 'PUBLIC_URL is empty'],
    [{ publicUrl: 'http://ship.example' }, 'unencrypted'],
    [{ host: '::', publicUrl: 'https://ship.example' }, 'recorded but not sent'],
    [{ databaseUrl: 'postgres://db.example/ship' }, 'SECRETS_KEY is empty'],
  ])('says of %j that %s', (changed, part) => {
    const found = sentences(changed);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(part);
  });

  it('says nothing of a plain address on this machine', () => {
    expect(sentences({ publicUrl: 'http://127.0.0.1:8080' })).toEqual([]);
    expect(sentences({ publicUrl: 'http://localhost:8080' })).toEqual([]);
  });
});
