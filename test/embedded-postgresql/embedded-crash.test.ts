import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Installation, makeScratch, type Scratch, sharedInstallation } from './embedded-installation.ts';
import type { ProcessTask } from './embedded-process.ts';
import { layDatabase } from './made-database.ts';
import { killAll, postmasterOf, serverProcesses } from './server-processes.ts';

/** The number of kills, enough to hit every step of a write. */
const ROUNDS = 12;

let installation: Installation;
let scratch: Scratch;
/** A folder without a database. */
let dataDir: string;

beforeAll(async () => {
  installation = await sharedInstallation();
});

beforeEach(async () => {
  scratch = await makeScratch();
  dataDir = join(scratch.folder, 'data');
});

afterEach(() => scratch.remove());

function start(role: 'service' | 'command', does: ProcessTask['does']) {
  return installation.start({
    dataDir,
    systemFolder: join(scratch.folder, 'system'),
    role,
    does,
    durable: does === 'write',
  });
}

describe('killing the service', () => {
  it('during its writes, many times, loses no acknowledged row', async () => {
    await layDatabase(dataDir);
    const acknowledged: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const service = start('service', 'write');
      const { before } = (await service.next('opened')) as { before: { n: number; last: number | null } };
      const lastAcknowledged = acknowledged.at(-1) ?? 0;
      // One more may have been written but not reported.
      expect(before.n).toBe(before.last ?? 0);
      expect([lastAcknowledged, lastAcknowledged + 1]).toContain(before.last ?? 0);
      for (let count = 0; count < 5 + round; count += 1) await service.next('written');
      // Every third time all of PostgreSQL is killed too, so that it has to recover.
      const victims = round % 3 === 0 ? serverProcesses(dataDir) : [];
      service.child.kill('SIGKILL');
      killAll(victims);
      await service.exited;
      const told = service.told.flatMap((line) => (typeof line.written === 'number' ? [line.written] : []));
      acknowledged.push(...told);
    }
    const last = start('service', 'hold');
    const { before } = (await last.next('opened')) as { before: { n: number; last: number } };
    expect(before.n).toBe(before.last);
    expect(before.last - (acknowledged.at(-1) ?? 0)).toBeOneOf([0, 1]);
    last.child.kill('SIGTERM');
    expect(await last.exited).toBe(0);
    expect(serverProcesses(dataDir)).toEqual([]);
  });

  it('leaves a server running that the next start uses', async () => {
    await layDatabase(dataDir);
    const first = start('service', 'hold');
    await first.next('opened');
    const server = postmasterOf(dataDir);
    first.child.kill('SIGKILL');
    await first.exited;
    const second = start('service', 'hold');
    await second.next('opened');
    expect(postmasterOf(dataDir)).toBe(server);
    second.child.kill('SIGTERM');
    expect(await second.exited).toBe(0);
    expect(serverProcesses(dataDir)).toEqual([]);
  });

  it('while it creates the database does not prevent the next start', async () => {
    const first = start('service', 'hold');
    await expect
      .poll(() => readdirSync(dataDir).filter((name) => name.startsWith('postgresql.new-')), { interval: 1 })
      .toHaveLength(1);
    first.child.kill('SIGKILL');
    await first.exited;
    const second = start('service', 'hold');
    expect(await second.next('opened')).toMatchObject({ before: { n: 0 } });
    second.child.kill('SIGTERM');
    expect(await second.exited).toBe(0);
    expect(readdirSync(dataDir).filter((name) => name.includes('new'))).toEqual([]);
  });
});

describe('several processes', () => {
  it('ten simultaneous commands on an empty folder work, and the last one stops PostgreSQL', async () => {
    const commands = Array.from({ length: 10 }, () => start('command', 'pass'));
    for (const command of commands)
      expect(await command.next('opened')).toMatchObject({ database: 'dakiya' });
    expect(await Promise.all(commands.map(({ exited }) => exited))).toEqual(commands.map(() => 0));
    expect(serverProcesses(dataDir)).toEqual([]);
  });

  it('only one of several services that start at once runs, and the others name it', async () => {
    const services = Array.from({ length: 4 }, () => start('service', 'hold'));
    const answers = await Promise.all(services.map((service) => service.next('opened', 'sentence')));
    const running = services.filter((_service, index) => answers[index]?.opened === true);
    expect(running).toHaveLength(1);
    const [winner] = running;
    const refusals = answers.filter((answer) => 'sentence' in answer);
    expect(refusals.map(({ sentence }) => sentence)).toEqual(
      Array.from({ length: 3 }, () =>
        expect.stringContaining(`(process ${winner?.child.pid}) runs on the data folder`),
      ),
    );
    winner?.child.kill('SIGTERM');
    expect(await winner?.exited).toBe(0);
    expect(serverProcesses(dataDir)).toEqual([]);
  });

  it('a command works beside a running service', async () => {
    await layDatabase(dataDir);
    const service = start('service', 'hold');
    await service.next('opened');
    const command = start('command', 'pass');
    expect(await command.exited).toBe(0);
    service.child.stdin?.write('stop\n');
    expect(await service.next('stopped')).toMatchObject({ answered: true });
    expect(await service.exited).toBe(0);
    expect(serverProcesses(dataDir)).toEqual([]);
  });
});

describe('Ctrl-C', () => {
  it('stops the service, which then stops PostgreSQL', async () => {
    await layDatabase(dataDir);
    const service = start('service', 'hold');
    await service.next('opened');
    // The terminal signals the whole group, whose leader is the service here.
    process.kill(-(service.child.pid ?? 0), 'SIGINT');
    expect(await service.next('stopped')).toMatchObject({ answered: true });
    expect(await service.exited).toBe(0);
    expect(serverProcesses(dataDir)).toEqual([]);
  });
});
