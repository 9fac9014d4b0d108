import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packagesAreInstalled } from '../../scripts/commands/packages.mjs';

const ROOT = join(import.meta.dirname, '../..');
/** Needs types of the service, which a small project does not have. */
const PANEL_SCRIPTS = join(ROOT, 'scripts/panel');

/** A small project in its own folder, with the real scripts, settings and packages. */
export interface Tree {
  readonly folder: string;
  write(path: string, text: string): void;
  remove(): void;
}

export function createTree(name = 'a tree'): Tree {
  if (!packagesAreInstalled({ dev: true })) {
    throw new Error('node_modules is not that of package-lock.json: run npm ci');
  }
  const above = mkdtempSync(join(tmpdir(), 'dakiya-tree-'));
  const folder = join(above, name);
  mkdirSync(folder);
  for (const file of [
    'scripts',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'biome.json',
    '.gitignore',
  ]) {
    cpSync(join(ROOT, file), join(folder, file), {
      recursive: true,
      filter: (path) => path !== PANEL_SCRIPTS,
    });
  }
  linkPackages(join(folder, 'node_modules'));
  return {
    folder,
    write: (path, text) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    remove: () => rmSync(above, { recursive: true, force: true }),
  };
}

/**
 * One link for each package: through a link to the whole folder, `npm ci` in the tree would empty our own
 * node_modules.
 */
function linkPackages(target: string): void {
  const source = join(ROOT, 'node_modules');
  mkdirSync(target);
  // npm's own list of installed packages.
  cpSync(join(source, '.package-lock.json'), join(target, '.package-lock.json'));
  for (const name of readdirSync(source)) {
    if (name.startsWith('.')) continue;
    symlinkSync(join(source, name), join(target, name), 'junction');
  }
}

/** The exit code and the output of a program. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that runs in a tree. */
export interface Running {
  readonly pid: number;
  /** Resolves when stdout contains this text. */
  said(text: string): Promise<void>;
  readonly ended: Promise<Ended>;
}

/** Starts `node <args>` in a separate process group, as a shell does. */
export function startNode(tree: Tree, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Running {
  const fromNpm = /^npm_|^INIT_CWD$|^NODE_ENV$|^VITEST|^TALLY_FILE$/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !fromNpm.test(name)));
  const child = spawn(process.execPath, args, {
    cwd: tree.folder,
    env: { ...env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  const said = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (stdout.includes(text)) resolve();
      };
      child.stdout.on('data', look);
      look();
      void ended.then(() => reject(new Error(`It ended without saying "${text}": ${stdout}${stderr}`)));
    });
  return { pid: child.pid ?? 0, said, ended };
}
