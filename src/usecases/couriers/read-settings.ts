import type { Courier } from '../../carriers/courier.ts';
import { NoAnswerError } from '../../outgoing/outgoing-requests.ts';
import { fieldProblem, type ProblemDetail, refused } from '../../problems/problem.ts';
import type { CourierOwner } from './courier-owner.ts';

/** The settings in a request, indexed by name; null removes a setting. */
export type SentSettings = Readonly<Record<string, string | null>>;

export interface CourierSettings {
  /** The settings that are not secret; a setting with its default value is left out. */
  readonly plain: Readonly<Record<string, string>>;
  readonly secret: Readonly<Record<string, string>>;
}

export const NO_SETTINGS: CourierSettings = { plain: {}, secret: {} };

/**
 * Merges sent settings with the stored ones. Another `base_url` clears the secrets: a person who may change
 * the address must not be able to send the secrets there.
 *
 * @throws Problem `refused` with a sentence for each setting that is wrong or missing
 */
export function laySettings(courier: Courier, before: CourierSettings, sent: SentSettings): CourierSettings {
  const problems: ProblemDetail[] = [];
  const names = courier.settings.map(({ name }) => name);
  for (const name of Object.keys(sent)) {
    if (!names.includes(name)) {
      const sentence = `settings.${name} is not a setting of ${courier.title}; its settings are ${names.join(', ')}`;
      problems.push(fieldProblem(`settings.${name}`, 'unknown', sentence));
    }
  }
  const plain: Record<string, string> = {};
  for (const { name, isSecret, isRequired, defaultValue } of courier.settings) {
    if (isSecret) continue;
    const value = name in sent ? sent[name] : before.plain[name];
    if (value === undefined || value === null || value === defaultValue) {
      if (isRequired && defaultValue === null) problems.push(missing(courier, name));
    } else if (name === 'base_url' && !isAddress(value)) {
      const sentence =
        'settings.base_url must be an address such as https://api.courier.example, without a query';
      problems.push(fieldProblem('settings.base_url', 'invalid', sentence));
    } else plain[name] = value;
  }
  const secretBefore = plain.base_url === before.plain.base_url ? before.secret : {};
  const secret: Record<string, string> = {};
  for (const { name, isSecret, isRequired, isHeader } of courier.settings) {
    if (!isSecret) continue;
    const value = name in sent ? sent[name] : secretBefore[name];
    if (isHeader && name in sent && value !== undefined && value !== null && !/^[!-~]+$/.test(value)) {
      const sentence = `settings.${name} must be letters, digits and punctuation without blanks, as ${courier.title} shows it`;
      problems.push(fieldProblem(`settings.${name}`, 'invalid', sentence));
    } else if (value !== undefined && value !== null) secret[name] = value;
    else if (isRequired && before === NO_SETTINGS) problems.push(missing(courier, name));
  }
  if (problems.length > 0) throw refused(problems);
  return { plain, secret };
}

function missing({ title }: Courier, name: string): ProblemDetail {
  return fieldProblem(`settings.${name}`, 'required', `settings.${name} is required for ${title}`);
}

function isAddress(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { username, password, search, hash } = new URL(value);
  return username === '' && password === '' && search === '' && hash === '';
}

/** Checks the address before it is stored. @throws Problem `refused` */
export async function judgeAddress(
  { courierTraffic }: Pick<CourierOwner, 'courierTraffic'>,
  { plain }: CourierSettings,
): Promise<void> {
  if (plain.base_url === undefined) return;
  try {
    await courierTraffic.judge(new URL(plain.base_url));
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    const sentence = `settings.base_url ${error.message}`;
    throw refused(fieldProblem('settings.base_url', 'not_allowed', sentence));
  }
}
