import { describe, expect, it } from 'vitest';
import { type Config, readConfig } from '../config.ts';
import { settingTroubles } from './own-troubles.ts';

function sentences(changed: Partial<Config>): string[] {
  return settingTroubles({ ...readConfig({}), ...changed }).map(({ sentence }) => sentence);
}

const REMOTE = { host: '0.0.0.0', publicUrl: 'https://ship.example' };
const DATABASE = { databaseUrl: 'postgres://db.example/ship' };

describe('the check of settings that do not fit together', () => {
  it.each<Partial<Config>>([
    {},
    { ...REMOTE, ...DATABASE, smtpUrl: 'smtp://mail.example', secretsKey: 'a' },
    { ...REMOTE, smsGatewayFile: 'sms.json' },
    { ...REMOTE, whatsappGatewayFile: 'whatsapp.json' },
    { publicUrl: 'http://127.0.0.1:8080' },
    { publicUrl: 'http://localhost:8080' },
    { publicUrl: 'http://[::1]:8080' },
    { secretsKey: 'a', host: '::1' },
  ])('finds no problem in %j', (changed) => {
    expect(sentences(changed)).toEqual([]);
  });

  it.each<[Partial<Config>, string]>([
    [{ host: '0.0.0.0', smtpUrl: 'smtp://mail.example' }, 'PUBLIC_URL is empty'],
    [{ publicUrl: 'http://ship.example' }, 'unencrypted'],
    [{ publicUrl: 'http://localhost.example.in' }, 'unencrypted'],
    [{ ...REMOTE, host: '::' }, 'recorded but not sent'],
    [DATABASE, 'SECRETS_KEY is empty'],
  ])('finds one problem in %j: %s', (changed, part) => {
    expect(sentences(changed)).toEqual([expect.stringContaining(part)]);
  });
});
