import { NoAnswerError } from '../outgoing/outgoing-requests.ts';
import type { Partner } from '../partners/partner.ts';
import type { PartnerTraffic } from '../partners/partner-traffic.ts';
import { fieldProblem, type ProblemDetail, refused } from '../problems/problem.ts';
import { about, type Sentence, say } from '../problems/sentence.ts';

/** The settings in a request, indexed by name; null removes a setting. */
export type SentSettings = Readonly<Record<string, string | null>>;

export interface PartnerSettings {
  /** The settings that are not secret; a setting with its default value is left out. */
  readonly plain: Readonly<Record<string, string>>;
  readonly secret: Readonly<Record<string, string>>;
}

const MUST_BE_ADDRESS = about(
  'must_be_partner_address',
  'must be an address such as https://api.courier.example, without a query',
);

/** A partner cannot be called: the end of a sentence after its name. */
export const NEEDS_CREDENTIALS = say(
  'needs_credentials_again',
  'needs its credentials again: they were encrypted with another SECRETS_KEY',
);

/** A partner cannot be called without a setting: the end of a sentence after its name. */
export function lacksSetting(setting: string): Sentence {
  return say('lacks_setting', 'has no {setting}: enter it again', { setting });
}

export const NO_SETTINGS: PartnerSettings = { plain: {}, secret: {} };

/**
 * Merges sent settings with the stored ones. Another `base_url` clears the secrets: a person who may change
 * the address must not be able to send the secrets there.
 *
 * @throws Problem `refused` with a sentence for each setting that is wrong or missing
 */
export function laySettings(partner: Partner, before: PartnerSettings, sent: SentSettings): PartnerSettings {
  const problems: ProblemDetail[] = [];
  const names = partner.settings.map(({ name }) => name);
  for (const name of Object.keys(sent)) {
    if (!names.includes(name)) {
      const sentence = about(
        'is_no_setting_of',
        'is not a setting of {partner}; its settings are {settings}',
        {
          partner: partner.title,
          settings: names,
        },
      );
      problems.push(fieldProblem(`settings.${name}`, 'unknown', sentence));
    }
  }
  const plain: Record<string, string> = {};
  for (const { name, isSecret, isRequired, defaultValue, end } of partner.settings) {
    if (isSecret) continue;
    const value = name in sent ? withoutEnd(sent[name], end) : before.plain[name];
    if (value === undefined || value === null || value === defaultValue) {
      if (isRequired && defaultValue === null) problems.push(missing(partner, name));
    } else if (name === 'base_url' && !isAddress(value)) {
      problems.push(fieldProblem('settings.base_url', 'invalid', MUST_BE_ADDRESS));
    } else plain[name] = value;
  }
  const secretBefore = plain.base_url === before.plain.base_url ? before.secret : {};
  const secret: Record<string, string> = {};
  for (const { name, isSecret, isRequired, isHeader } of partner.settings) {
    if (!isSecret) continue;
    const value = name in sent ? sent[name] : secretBefore[name];
    if (isHeader && name in sent && value !== undefined && value !== null && !/^[!-~]+$/.test(value)) {
      const sentence = about(
        'must_be_as_partner_shows',
        'must be letters, digits and punctuation without blanks, as {partner} shows it',
        { partner: partner.title },
      );
      problems.push(fieldProblem(`settings.${name}`, 'invalid', sentence));
    } else if (value !== undefined && value !== null) secret[name] = value;
    else if (isRequired && before === NO_SETTINGS) problems.push(missing(partner, name));
  }
  if (problems.length > 0) throw refused(problems);
  return { plain, secret };
}

/** The values that settings have until an account sets them. */
export function defaultsOf({ settings }: Partner): Record<string, string> {
  return Object.fromEntries(
    settings.flatMap(({ name, defaultValue }) => (defaultValue === null ? [] : [[name, defaultValue]])),
  );
}

function withoutEnd(sent: string | null | undefined, end: RegExp | undefined) {
  return end === undefined ? sent : sent?.replace(end, '');
}

function missing({ title }: Partner, name: string): ProblemDetail {
  const sentence = about('is_required_for', 'is required for {partner}', { partner: title });
  return fieldProblem(`settings.${name}`, 'required', sentence);
}

function isAddress(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { username, password, search, hash } = new URL(value);
  return username === '' && password === '' && search === '' && hash === '';
}

/** Checks the address before it is stored. @throws Problem `refused` */
export async function judgeAddress(traffic: PartnerTraffic, { plain }: PartnerSettings): Promise<void> {
  if (plain.base_url === undefined) return;
  try {
    await traffic.judge(new URL(plain.base_url));
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    const sentence = about('address_unfit', '{reason}', { reason: error.sentence });
    throw refused(fieldProblem('settings.base_url', 'not_allowed', sentence));
  }
}
