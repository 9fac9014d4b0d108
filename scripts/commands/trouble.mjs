import { ROOT } from './place.mjs';

/**
 * A problem of installing or building that the owner can mend. `message` is one sentence that says what to
 * do; `details` are useful lines of a program's output.
 */
export class Trouble extends Error {
  /**
   * @param {string} sentence
   * @param {string} [details]
   */
  constructor(sentence, details = '') {
    super(sentence);
    this.name = 'Trouble';
    this.details = details;
  }
}

/** Installing or building was stopped by a signal; the next start can continue. */
export class Stopped extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`Stopped by ${signal}.`);
    this.name = 'Stopped';
    this.signal = signal;
  }
}

/**
 * The sentence for a failure of the disk or its permissions, from an error's code, or from a program's
 * output. Null for anything else.
 *
 * @param {string} text
 * @returns {string | null}
 */
export function diskTrouble(text) {
  if (/\bENOSPC\b|no space left on device|\bEDQUOT\b|quota exceeded/i.test(text)) {
    return `The disk of ${ROOT} is full: free about 600 MB there and run the command again.`;
  }
  if (/\bEROFS\b|read-only file system/i.test(text)) {
    return `The folder ${ROOT} is on a read-only disk and its packages or build are not up to date: run \`npm run build\` where it can be written.`;
  }
  if (/\bEACCES\b|\bEPERM\b|permission denied/i.test(text)) {
    return `This user may not write in ${ROOT}, and its packages or build are not up to date: run \`npm run build\` as the folder's owner, or give this user the folder.`;
  }
  return null;
}

/**
 * @param {unknown} error
 * @returns {string} one line: its code and message
 */
export function textOf(error) {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? `${error.code} ` : '';
  return `${code}${error.message}`;
}
