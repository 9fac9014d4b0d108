import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './place.mjs';
import { Stopped } from './trouble.mjs';

/** Enough for the last output of a failed program. */
const KEPT_OUTPUT = 200_000;

/**
 * The running programs, each with the signal that ends it.
 *
 * @type {Map<import('node:child_process').ChildProcess, NodeJS.Signals>}
 */
const running = new Map();

/** @type {NodeJS.Signals | null} */
let stoppedBy = null;

/**
 * Runs `work` so that a signal ends the programs that it started before it ends us: nothing goes on writing
 * after the command has ended.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} rejects with `Stopped` after a signal
 */
export async function stoppable(work) {
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    stoppedBy = signal;
    // A Ctrl-C has reached them already; a second signal does no harm.
    for (const [child, ending] of running) child.kill(ending);
  };
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, stop);
  try {
    const result = await work();
    if (stoppedBy) throw new Stopped(stoppedBy);
    return result;
  } catch (error) {
    throw stoppedBy ? new Stopped(stoppedBy) : error;
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}

/**
 * @typedef {object} Outcome
 * @property {number} code the exit code; 128 and more if a signal ended it
 * @property {string} output its stdout and stderr, or the end of a long output; empty if it was shown
 */

/**
 * @typedef {object} ProgramOptions
 * @property {boolean} [shown] its output is printed
 * @property {string | null} [keptIn] a file that gets what is shown, without colours
 * @property {NodeJS.ProcessEnv} [env]
 * @property {NodeJS.Signals} [ending] the signal that it gets when we get one; SIGTERM by default
 */

/**
 * @param {string} file
 * @param {readonly string[]} args
 * @param {ProgramOptions} [options]
 * @returns {Promise<Outcome>} rejects if the program cannot be started
 */
export function runProgram(
  file,
  args,
  { shown = false, keptIn = null, env = process.env, ending = 'SIGTERM' } = {},
) {
  if (stoppedBy) return Promise.reject(new Stopped(stoppedBy));
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: ROOT,
      env,
      stdio: shown && keptIn === null ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    running.set(child, ending);
    let output = '';
    /** @param {Buffer} chunk */
    const keep = (chunk) => {
      output = (output + chunk).slice(-KEPT_OUTPUT);
    };
    for (const name of /** @type {const} */ (['stdout', 'stderr'])) {
      child[name]?.on('data', (chunk) => {
        if (keptIn === null) return keep(chunk);
        process[name].write(chunk);
        appendFileSync(keptIn, stripVTControlCharacters(String(chunk)));
      });
    }
    child.on('error', (error) => {
      running.delete(child);
      reject(error);
    });
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 128, output });
    });
  });
}

/**
 * Runs a JavaScript program of an installed package with this Node.
 *
 * @param {string} script
 * @param {readonly string[]} args
 * @param {ProgramOptions} [options]
 */
export function runNode(script, args, options) {
  return runProgram(process.execPath, [script, ...args], options);
}
