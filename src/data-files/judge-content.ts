import { StartupError } from '../problems/startup-error.ts';

/** Checks the parsed content of a file, and words its errors. */
export interface ContentJudge {
  /** Makes the error to throw: `The holidays cannot be used: "weekly_off" must be a list of weekdays.` */
  readonly wrong: (what: string) => StartupError;
  /** The object that the value is. @throws StartupError naming it */
  readonly asRecord: (value: unknown, name: string) => Record<string, unknown>;
}

/** @param subject the content of the file, such as `holidays` */
export function judgeContent(subject: string): ContentJudge {
  const wrong = (what: string) => new StartupError(`The ${subject} cannot be used: ${what}.`);
  return {
    wrong,
    asRecord(value, name) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        throw wrong(`${name} must be an object`);
      }
      return value as Record<string, unknown>;
    },
  };
}
