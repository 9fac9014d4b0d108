import { refused } from '../problems/problem.ts';

/** Reads a future date from the command line. @throws Problem `refused`, naming the option */
export function readFutureDate(option: string, text: string): Date {
  const date = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(date.getTime())) {
    throw refused(`${option} must be a date such as 2027-03-31`);
  }
  if (date.getTime() <= Date.now()) throw refused(`${option} must be in the future`);
  return date;
}
