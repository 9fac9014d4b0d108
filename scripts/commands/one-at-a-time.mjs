import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  linkSync,
  openSync,
  renameSync,
  statSync,
  unlinkSync,
  utimesSync,
} from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** The holder touches its file at this interval, so that a dead one can be told from a slow one. */
const TOUCH_EVERY = 1_000;
/**
 * Without a touch for this long, the holder is dead. Process ids would not work: two containers may share the
 * folder.
 */
const DEAD_AFTER = 5_000;
const LOOK_AGAIN_AFTER = 100;

/**
 * Runs `work` while holding the file `path`; others wait for it.
 *
 * @template T
 * @param {string} path
 * @param {() => void} onWait called once if another holds it
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} rejects with the system's error if the file cannot be written
 */
export async function oneAtATime(path, onWait, work) {
  let waiting = false;
  let mine = take(path);
  while (mine === null) {
    if (!waiting) onWait();
    waiting = true;
    if (isUntouched(path, DEAD_AFTER)) removeDead(path);
    else await pause(LOOK_AGAIN_AFTER);
    mine = take(path);
  }
  const touching = setInterval(() => touch(path), TOUCH_EVERY);
  try {
    return await work();
  } finally {
    clearInterval(touching);
    release(path, mine);
  }
}

/**
 * The file stays empty, so that creating it works on a full disk too.
 *
 * @param {string} path
 * @returns {number | null} the new file's inode; null if another has it
 */
function take(path) {
  try {
    const file = openSync(path, 'wx');
    const { ino } = fstatSync(file);
    closeSync(file);
    return ino;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return null;
    throw error;
  }
}

/**
 * @param {string} path
 * @param {number} milliseconds
 */
function isUntouched(path, milliseconds) {
  try {
    return Date.now() - statSync(path).mtimeMs > milliseconds;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Two processes may find it dead at the same time, and the later one could remove the earlier one's new file:
 * so it is moved aside, checked again, and put back if it is alive.
 *
 * @param {string} path
 */
function removeDead(path) {
  const aside = `${path}-${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if (!isUntouched(aside, DEAD_AFTER)) {
    try {
      linkSync(aside, path);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
  unlinkSync(aside);
}

/** @param {string} path */
function touch(path) {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/**
 * @param {string} path
 * @param {number} mine the inode of our file
 */
function release(path, mine) {
  try {
    if (statSync(path).ino === mine) unlinkSync(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
