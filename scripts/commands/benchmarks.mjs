import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { bundle, programs } from './compile.mjs';
import { inTree } from './place.mjs';
import { runNode, stoppable } from './program.mjs';
import { withProgress } from './progress.mjs';
import { makeReady, reportFailure } from './ready.mjs';
import { Trouble } from './trouble.mjs';

const OUT = inTree('dist-bench');
const REPORT = inTree('docs', 'explanation', 'benchmarks.md');

const HEAD = `# Benchmarks

\`npm run bench\` writes this page; [bench/README.md](../../bench/README.md) says how. Each figure has a
baseline from the same run on the same machine. Compare the two: a figure
alone says more about the machine. Runs on a shared or virtual machine differ by 10 % and more, so smaller
differences are noise.
`;

/**
 * @typedef {object} Section
 * @property {string} id the bench file's name without its extension
 * @property {string} name the heading
 * @property {string} text
 */

/**
 * Runs the named benchmarks, or all, each in a process of its own, and writes their sections into
 * docs/explanation/benchmarks.md. Sections of other benchmarks stay, and so do those of benchmarks that lack
 * something here, which is a failure only if they were named. Sets the exit code.
 *
 * @param {readonly string[]} names
 */
export async function runBenchmarks(names) {
  try {
    const known = benchmarkNames();
    const unknown = names.filter((name) => !known.includes(name));
    if (unknown.length > 0) {
      throw new Trouble(`There is no benchmark "${unknown[0]}": the names are ${known.join(', ')}.`);
    }
    await makeReady({ dev: true });
    await stoppable(() => withProgress('Building the benchmarks', bundleBenchmarks));
    for (const id of names.length > 0 ? names : known) {
      const section = await stoppable(() => runBenchmark(id));
      if (section) {
        const before = existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : '';
        writeFileSync(REPORT, reportWith(before, section));
        process.stdout.write(`${section.text}\n`);
      } else if (section === null || names.length > 0) {
        process.exitCode = 1;
      }
    }
  } catch (error) {
    process.exitCode = reportFailure(error);
  }
}

/** @returns {string[]} the benchmarks' names: the files directly in bench/ */
function benchmarkNames() {
  return readdirSync(inTree('bench'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => basename(file, '.ts'))
    .sort();
}

/** Benchmarks are built in the same way as the service, together with its programs. */
async function bundleBenchmarks() {
  rmSync(OUT, { recursive: true, force: true });
  const files = readdirSync(inTree('bench'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join('bench', file));
  const benchmarks = Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ''), file]));
  await bundle(OUT, { ...programs(), ...benchmarks });
}

/**
 * @param {string} id
 * @returns {Promise<Section | null | undefined>} null if it failed, undefined if it lacks something, which it has printed to stderr
 */
async function runBenchmark(id) {
  process.stderr.write(`Measuring ${id} ...\n`);
  const answer = inTree('dist-bench', `${id}.json`);
  const compiled = inTree('dist-bench', 'bench', `${id}.js`);
  const { code } = await runNode(inTree('scripts', 'commands', 'bench-main.mjs'), [compiled, answer], {
    shown: true,
  });
  if (code !== 0 || !existsSync(answer)) {
    process.stderr.write(`The benchmark ${id} failed.\n`);
    return null;
  }
  const { name, section, lacks } = JSON.parse(readFileSync(answer, 'utf8'));
  if (lacks !== undefined) {
    process.stderr.write(`The benchmark ${id} is passed over: ${lacks}.\n`);
    return undefined;
  }
  return { id, name, text: `## ${name}\n\n${circumstances()}\n\n${section.trim()}\n` };
}

/** The version, the machine and the date, because each section may be from another day. */
function circumstances() {
  const processors = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const date = new Date().toISOString().slice(0, 10);
  return `Measured ${date} at ${versionHere()} on Node.js ${process.versions.node}, ${process.platform} ${process.arch}, ${processors.length} × ${processors[0]?.model.trim() || 'unnamed processor'}, ${memory} GB.`;
}

/** @returns {string} the commit, with `-dirty` if files differ from it; without git, the version of the package */
function versionHere() {
  try {
    const git = ['describe', '--always', '--dirty', '--abbrev=8', '--exclude=*'];
    return execFileSync('git', git, {
      cwd: inTree('.'),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return JSON.parse(readFileSync(inTree('package.json'), 'utf8')).version;
  }
}

/**
 * @param {string} report the current text; empty at first
 * @param {Section} section
 * @returns {string} the report with the section in its place, sections in the order of their ids
 */
export function reportWith(report, section) {
  const sections = new Map(
    [...report.matchAll(/<!-- (?<id>[\w-]+) -->\n(?<text>[\s\S]*?)(?=\n<!-- [\w-]+ -->\n|$)/g)].map(
      ({ groups }) => [groups?.id ?? '', groups?.text?.trim() ?? ''],
    ),
  );
  sections.set(section.id, section.text.trim());
  const ordered = [...sections].sort(([a], [b]) => (a < b ? -1 : 1));
  return [HEAD, ...ordered.map(([id, text]) => `<!-- ${id} -->\n${text}\n`)].join('\n');
}
