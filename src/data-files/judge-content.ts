import { StartupError } from '../problems/startup-error.ts';

/** Checks the parsed content of a file and makes its errors. */
export interface ContentJudge {
  /** Makes an error like `The holidays cannot be used: "weekly_off" must be a list of weekdays.` */
  readonly wrong: (what: string) => StartupError;
  /** Returns the value as an object. @throws StartupError with the value's name */
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
