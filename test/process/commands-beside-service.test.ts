import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeScratch, type Scratch } from '../embedded-postgresql/embedded-installation.ts';
import { layDatabase } from '../embedded-postgresql/made-database.ts';
import { runCommand } from '../support/commands.ts';
import { createDatabase } from '../support/database.ts';
import {
  databaseEnvironment,
  newRunFolder,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';

const RUN_DIR = newRunFolder();

let scratch: Scratch;
/** The folder from which commands are called. A default data folder would be created below it. */
let elsewhere: string;
let dataDir: string;
let service: ServiceProcess;

beforeAll(async () => {
  scratch = await makeScratch();
  elsewhere = join(scratch.folder, 'elsewhere');
  await mkdir(elsewhere);
  dataDir = await layDatabase(join(scratch.folder, 'data'));
  service = await startServiceProcess({ RUN_DIR, DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'silent' });
});

afterAll(async () => {
  await service?.end('SIGKILL');
  await scratch.remove();
});

function dakiya(environment: NodeJS.ProcessEnv, ...words: string[]) {
  return runCommand({ RUN_DIR, ...environment }, words, elsewhere);
}

/** In order, because the last tests kill the service. */
describe.sequential('a command', () => {
  it('without settings uses the data folder of the service, with a note', async () => {
    const made = await dakiya({}, 'account', 'create', 'Sunrise Traders', '--json');
    expect(made).toMatchObject({
      code: 0,
      stderr: `Working on the data folder ${dataDir}, of the service that runs from this installation (process ${service.child.pid})\n`,
    });
    const { api_key } = JSON.parse(made.stdout);
    const stores = `${service.url}/custom/api/v1/client-stores`;
    expect((await fetch(stores, { headers: { authorization: api_key } })).status).toBe(200);
  });

  it('with the same DATA_DIR prints no note', async () => {
    const listed = await dakiya({ DATA_DIR: dataDir }, 'account', 'list', '--json');
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(listed.stdout)).toMatchObject([{ name: 'Sunrise Traders' }]);
  });

  it('reads the credential of the service from a file that only its user can read', async () => {
    const [file = ''] = await readdir(RUN_DIR);
    const { operatorToken } = JSON.parse(await readFile(join(RUN_DIR, file), 'utf8'));
    expect((await stat(join(RUN_DIR, file))).mode & 0o777).toBe(0o600);
    const remote = { SERVICE_URL: service.url, RUN_DIR: newRunFolder() };
    const listed = await dakiya({ ...remote, OPERATOR_TOKEN: operatorToken }, 'account', 'list', '--json');
    expect(JSON.parse(listed.stdout)).toHaveLength(1);
    const strange = await dakiya({ ...remote, OPERATOR_TOKEN: 'x'.repeat(43) }, 'account', 'list');
    expect(strange).toMatchObject({ code: 1, stderr: expect.stringContaining('refuses the credential') });
    expect(await dakiya(remote, 'account', 'list')).toMatchObject({
      code: 1,
      stderr: 'SERVICE_URL needs OPERATOR_TOKEN, as that service has it\n',
    });
    expect(service.log()).not.toContain(operatorToken);
  });

  it('creates no database in a DATA_DIR without one', async () => {
    const missing = join(scratch.folder, 'missing');
    const { code, stdout, stderr } = await dakiya({ DATA_DIR: missing }, 'counts', 'check');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.split('\n')).toEqual([
      `Working on the data folder ${missing}, as DATA_DIR says; a service runs from this installation on the data folder ${dataDir}`,
      `There is no database in ${missing}: start the service once, which makes it, or set DATA_DIR or DATABASE_URL as the service has it`,
      '',
    ]);
    expect(existsSync(missing)).toBe(false);
  });

  it('creates no database after the service was killed, and names the folder of the service', async () => {
    await service.end('SIGKILL');
    expect(await dakiya({}, 'account', 'list')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'No service runs from this installation: start it with `npm start`, or set SERVICE_URL and OPERATOR_TOKEN for one on another machine\n',
    });
    const { code, stdout, stderr } = await dakiya({}, 'counts', 'check');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`one that was killed was on the data folder ${dataDir}: `);
    expect(stderr).toContain(`There is no database in ${join(elsewhere, '.data')}: `);
    expect(existsSync(join(elsewhere, '.data'))).toBe(false);
    const counted = await dakiya({ DATA_DIR: dataDir }, 'counts', 'check', '--json');
    expect(JSON.parse(counted.stdout)).toEqual({ shipments: 0, wrong: [] });
  });

  it('needs the OPERATOR_TOKEN of a service that has one, and no file contains it', async () => {
    const OPERATOR_TOKEN = 'the-operator-token-of-this-test-1';
    const settings = { RUN_DIR, DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'silent', OPERATOR_TOKEN };
    service = await startServiceProcess(settings);
    const files = (await readdir(RUN_DIR)).map((file) => readFile(join(RUN_DIR, file), 'utf8'));
    expect((await Promise.all(files)).join()).not.toContain(OPERATOR_TOKEN);
    expect(await dakiya({ DATA_DIR: dataDir }, 'account', 'list')).toMatchObject({
      code: 1,
      stderr: `The service (process ${service.child.pid}) has an OPERATOR_TOKEN: set OPERATOR_TOKEN to the same for this command\n`,
    });
    const listed = await dakiya({ DATA_DIR: dataDir, OPERATOR_TOKEN }, 'account', 'list', '--json');
    expect(JSON.parse(listed.stdout)).toHaveLength(1);
  });
});

describe("the operator's own PostgreSQL without our data", () => {
  it('is not changed by a command', async () => {
    const empty = await createDatabase('empty');
    try {
      const environment = { ...databaseEnvironment(empty), RUN_DIR: newRunFolder() };
      const schemas = () =>
        empty.database.pool.query("select from pg_namespace where nspname in ('dakiya', 'graphile_worker')");
      expect(await dakiya(environment, 'counts', 'check')).toEqual({
        code: 1,
        stdout: '',
        stderr:
          'The database in DATABASE_URL has no Dakiya tables: start the service on it once, or correct the address\n',
      });
      expect((await schemas()).rowCount).toBe(0);
    } finally {
      await empty.drop();
    }
  });
});
