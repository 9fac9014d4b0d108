import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { layDatabase } from '../embedded-postgresql/made-database.ts';
import { serverProcesses } from '../embedded-postgresql/server-processes.ts';
import { startProgram } from '../support/service-process.ts';

let folder: string;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'dakiya-stop-')), 'data');
  await chmod(dirname(folder), 0o755);
});
afterEach(() => rm(dirname(folder), { recursive: true, force: true }));

describe('the service on its embedded PostgreSQL', () => {
  // With demo data, if the stop comes while they are being made.
  it.each([
    [/^Making the database/, '1', 'none'],
    [/^Database migrated/, '1', 'made'],
    [/^Dakiya is ready/, '0', 'made'],
  ])(
    'that is stopped at "%s" ends with exit code 0 and leaves no process behind',
    async (line, DEMO, database) => {
      if (database === 'made') await layDatabase(folder);
      const child = startProgram('main', { DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO });
      const exit = once(child, 'exit');
      for await (const said of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
        if (line.test(said)) child.kill('SIGTERM');
      }
      expect(await exit).toEqual([0, null]);
      expect(serverProcesses(folder)).toEqual([]);
    },
  );
});
