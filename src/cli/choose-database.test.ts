import { describe, expect, it } from 'vitest';
import type { KnownService } from '../service/running-services.ts';
import { chooseDatabase } from './choose-database.ts';

const UNSET = { databaseUrl: null, server: null, dataDir: null, defaultDataDir: '/app/.data' };
const OWN = { ...UNSET, databaseUrl: 'postgres://me:secret@db:5432/ship', server: 'db:5432/ship' };

function service(over: Partial<KnownService> = {}): KnownService {
  const url = 'http://127.0.0.1:9';
  return { pid: 7, isRunning: true, dataDir: '/srv/data', server: null, url, operatorToken: null, ...over };
}
const onServer = (server: string) => service({ dataDir: null, server });

describe('a command without DATABASE_URL and DATA_DIR', () => {
  it('uses the default folder if no service is known', () => {
    expect(chooseDatabase(UNSET, [])).toEqual({
      databaseUrl: null,
      dataDir: '/app/.data',
      note: null,
    });
  });

  it('uses the database of the running service, with a note if it is another folder', () => {
    expect(chooseDatabase(UNSET, [service()])).toEqual({
      databaseUrl: null,
      dataDir: '/srv/data',
      note: 'Working on the data folder /srv/data, of the service that runs from this installation (process 7)',
    });
    expect(chooseDatabase(UNSET, [service({ dataDir: '/app/.data' })]).note).toBeNull();
  });

  it('refuses to choose between several databases, and to guess a secret address', () => {
    expect(() => chooseDatabase(UNSET, [service(), service({ pid: 8, dataDir: '/app/.data' })])).toThrow(
      'Services run from this installation on several databases (the data folder /srv/data, the data folder /app/.data): set DATA_DIR or DATABASE_URL to the one that you mean',
    );
    expect(() => chooseDatabase(UNSET, [onServer('db:5432/ship'), onServer('db:5432/ship')])).toThrow(
      'The service that runs from this installation (process 7) works on the PostgreSQL at db:5432/ship: set DATABASE_URL as it has it',
    );
  });

  it('does not use the database of a killed service, but names it', () => {
    const killed = service({ isRunning: false });
    expect(chooseDatabase(UNSET, [killed])).toEqual({
      databaseUrl: null,
      dataDir: '/app/.data',
      note: 'Working on the data folder /app/.data, for no service runs from this installation; one that was killed was on the data folder /srv/data: set DATA_DIR or DATABASE_URL to mean that',
    });
    expect(chooseDatabase(UNSET, [service({ isRunning: false, dataDir: '/app/.data' })]).note).toBeNull();
    expect(chooseDatabase(UNSET, [killed, service({ dataDir: '/app/.data' })])).toMatchObject({
      dataDir: '/app/.data',
      note: null,
    });
  });
});

describe('a command with DATABASE_URL or DATA_DIR', () => {
  it('uses that database, with a note if a service runs on another', () => {
    const given = { ...UNSET, dataDir: '/srv/b' };
    expect(chooseDatabase(given, [])).toMatchObject({ dataDir: '/srv/b', note: null });
    expect(chooseDatabase(given, [service()])).toMatchObject({
      dataDir: '/srv/b',
      note: 'Working on the data folder /srv/b, as DATA_DIR says; a service runs from this installation on the data folder /srv/data',
    });
    expect(chooseDatabase(OWN, [service()])).toMatchObject({
      databaseUrl: OWN.databaseUrl,
      note: 'Working on the PostgreSQL at db:5432/ship, as DATABASE_URL says; a service runs from this installation on the data folder /srv/data',
    });
  });

  it('prints no note if one of the services runs on it', () => {
    expect(
      chooseDatabase(OWN, [service(), { ...onServer('db:5432/ship'), url: 'http://127.0.0.1:10' }]),
    ).toMatchObject({ note: null });
    expect(chooseDatabase({ ...UNSET, dataDir: '/srv/data' }, [service({ url: null })])).toMatchObject({
      note: null,
    });
  });

  it('prefers DATABASE_URL to DATA_DIR, as the service does', () => {
    const both = { ...OWN, dataDir: '/srv/data' };
    expect(chooseDatabase(both, [service()])).toMatchObject({
      databaseUrl: OWN.databaseUrl,
      note: expect.stringContaining('as DATABASE_URL says'),
    });
  });
});
