import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** A run makes some 300 databases of 12 MB, which go with their server at the end. */
const ENOUGH_BYTES = 10 * 1024 ** 3;

/**
 * Has the run's temporary files, and so its PostgreSQL, in memory, where there is plenty of it: an eighth of a run's
 * processor time went into making and removing hundreds of thousands of files on a disk. Who sets TMPDIR chooses.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.platform === 'linux' && !process.env.TMPDIR && isRoomy() && mayRunPrograms()) {
    process.env.TMPDIR = MEMORY;
  }
}

function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, freemem()) > ENOUGH_BYTES;
  } catch {
    return false;
  }
}

/** Containers often forbid it there. */
function mayRunPrograms(): boolean {
  try {
    const folder = mkdtempSync(join(MEMORY, 'dakiya-'));
    try {
      const program = join(folder, 'program');
      writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
      return spawnSync(program).status === 0;
    } finally {
      rmSync(folder, { recursive: true });
    }
  } catch {
    return false;
  }
}
