import type { Actor } from '../../domain/actor.ts';
import { CUSTOMER_LANGUAGES } from '../../domain/languages/languages.ts';
import { CHANNELS } from '../../domain/messages/channel.ts';
import type { Language } from '../../domain/store.ts';
import { MOMENTS, OFF_BY_DEFAULT } from '../../domain/tracking/moments.ts';
import { defaultTemplate, type Template } from '../../messages/default-templates.ts';
import { unknownVariables, VARIABLES } from '../../messages/template.ts';
import { fieldProblem, type ProblemCode, type ProblemDetail, refused } from '../../problems/problem.ts';
import { about, type Sentence, say, word } from '../../problems/sentence.ts';
import { MESSAGE_LINKS, type MessageLinks } from '../../resources/message-links.ts';
import type { AccountScope, AccountWriter } from '../../storage/account-scope.ts';
import {
  keepLinks,
  lockMessageSettings,
  type MessageKind,
  type OwnTemplate,
  readLinks,
  readSwitches,
  readTemplates,
  setSwitch,
  setTemplate,
} from '../../storage/messages/message-settings.ts';
import { findStore } from '../../storage/stores/stores.ts';
import { assertAccount } from '../accounts/accounts.ts';
import { changeBy, type Service } from '../service.ts';

export interface SettingsOwner {
  readonly accountId: string;
  readonly storeId: string | null;
  /** Null for the text of all languages without a separate text. */
  readonly language: Language | null;
}

export interface MessageSetting extends MessageKind, Template {
  readonly isOn: boolean;
  /** True if a store has no separate switch and uses its account's switch. */
  readonly isInherited: boolean;
  /** True if the account has no text for this message, so the built-in text is used. */
  readonly hasDefaultWords: boolean;
}

/** A change; a missing field keeps a value, null returns to the account's value or the default. */
export interface MessageSettingChange {
  readonly moment: MessageKind['moment'];
  /** If missing, the change applies to all channels. */
  readonly channel?: MessageKind['channel'] | undefined;
  readonly isOn?: boolean | null | undefined;
  readonly subject?: string | null | undefined;
  readonly text?: string | null | undefined;
}

/** All message settings: every moment on every channel, and the account's links. */
export interface MessageSettings {
  readonly settings: readonly MessageSetting[];
  readonly links: MessageLinks;
}

/**
 * Returns the settings of all messages: each moment on each channel.
 *
 * @throws Problem `not_found` for an unknown account; `refused` for an unknown store
 */
export async function readMessageSettings(service: Service, owner: SettingsOwner): Promise<MessageSettings> {
  await assertAccount(service, owner.accountId);
  const scope = service.database.account(owner.accountId);
  await assertStore(scope, owner);
  return { settings: await settingsIn(scope, owner), links: await readLinks(scope) };
}

/**
 * Changes message settings, all or none, and returns the new settings. A change to the current value is not
 * recorded.
 *
 * @throws Problem `not_found` for an unknown account; `refused`
 */
export async function changeMessageSettings(
  service: Service,
  actor: Actor,
  owner: SettingsOwner,
  changes: readonly MessageSettingChange[],
  linkChange: Partial<MessageLinks> = {},
): Promise<MessageSettings> {
  const problems = changes.flatMap((change, index) => problemsOf(change, `messages[${index}]`, owner));
  const { paymentLink, reviewLink } = linkChange;
  if (owner.storeId !== null && (paymentLink !== undefined || reviewLink !== undefined)) {
    const sentence = say(
      'links_of_whole_account',
      'payment_link and review_link belong to the whole account; leave out store_id',
    );
    problems.push(
      fieldProblem(paymentLink === undefined ? 'review_link' : 'payment_link', 'not_allowed', sentence),
    );
  }
  if (problems.length > 0) throw refused(problems);
  await assertAccount(service, owner.accountId);
  return service.database.change(owner.accountId, changeBy(service, actor), async (writer) => {
    await lockMessageSettings(writer);
    await assertStore(writer, owner);
    const before = await settingsIn(writer, owner);
    for (const change of changes) await apply(writer, owner, before, change);
    const after = await settingsIn(writer, owner);
    const linksBefore = await readLinks(writer);
    const links = { ...linksBefore, ...linkChange };
    const isLinked = JSON.stringify(links) !== JSON.stringify(linksBefore);
    if (isLinked) await keepLinks(writer, links);
    await record(writer, owner, before, after, isLinked ? links : null);
    return { settings: after, links };
  });
}

async function assertStore(scope: AccountScope, { storeId }: SettingsOwner): Promise<void> {
  if (storeId === null || (await findStore(scope, storeId)) !== null) return;
  const sentence = about('not_of_account', '{value} is not {thing} of this account', {
    value: storeId,
    thing: word('a store'),
  });
  throw refused(fieldProblem('store_id', 'unknown', sentence));
}

const NEEDS_CHANNEL = say('words_need_channel', 'channel is required with subject or text');
const WORDS_OF_ACCOUNT = say(
  'words_of_whole_account',
  'subject and text belong to the whole account; leave out store_id',
);
const NO_SUBJECT = say('only_emails_have_subject', 'only emails have a subject');

function problemsOf(
  { moment, channel, subject, text }: MessageSettingChange,
  place: string,
  owner: SettingsOwner,
): ProblemDetail[] {
  const problems: ProblemDetail[] = [];
  const add = (field: string, code: ProblemCode, problem: Sentence) =>
    problems.push(
      fieldProblem(
        `${place}.${field}`,
        code,
        say('about_message', '{message}: {problem}', { message: word(moment), problem }),
      ),
    );
  const hasWords = subject !== undefined || text !== undefined;
  if (hasWords && channel === undefined) add('channel', 'required', NEEDS_CHANNEL);
  if (hasWords && owner.storeId !== null) {
    add(subject === undefined ? 'text' : 'subject', 'not_allowed', WORDS_OF_ACCOUNT);
  }
  if (subject !== undefined && channel !== undefined && channel !== 'email') {
    add('subject', 'not_allowed', NO_SUBJECT);
  }
  for (const [field, words] of Object.entries({ subject, text })) {
    for (const name of new Set(unknownVariables(words ?? ''))) {
      const sentence = say('is_no_variable', '{variable} is not a variable; the variables are {variables}', {
        variable: `{{${name}}}`,
        variables: VARIABLES,
      });
      add(field, 'unknown', sentence);
    }
  }
  return problems;
}

async function apply(
  writer: AccountWriter,
  { storeId, language }: SettingsOwner,
  before: readonly MessageSetting[],
  { moment, channel, isOn, subject, text }: MessageSettingChange,
): Promise<void> {
  if (isOn !== undefined) {
    for (const each of channel === undefined ? CHANNELS : [channel]) {
      await setSwitch(writer, { storeId, moment, channel: each, isOn });
    }
  }
  if (channel === undefined || (subject === undefined && text === undefined)) return;
  const isThis = (setting: MessageKind) => setting.moment === moment && setting.channel === channel;
  const ours = withoutOwn({ moment, channel }, language, await readTemplates(writer));
  const current = before.find(isThis) ?? ours;
  const words = {
    subject: subject === undefined ? current.subject : (subject ?? ours.subject),
    text: text === undefined ? current.text : (text ?? ours.text),
  };
  if (isSame(words, current)) return;
  await setTemplate(writer, { moment, channel, language }, isSame(words, ours) ? null : words);
}

async function settingsIn(
  scope: AccountScope,
  { storeId, language }: SettingsOwner,
): Promise<MessageSetting[]> {
  const switches = await readSwitches(scope, storeId);
  const templates = await readTemplates(scope);
  return MOMENTS.flatMap((moment) =>
    CHANNELS.map((channel) => {
      const isThis = (one: MessageKind) => one.moment === moment && one.channel === channel;
      const own = switches.find((one) => isThis(one) && one.storeId === storeId);
      const accounts = switches.find((one) => isThis(one) && one.storeId === null);
      const template = templates.find((one) => isThis(one) && one.language === language);
      const { subject, text } = template ?? withoutOwn({ moment, channel }, language, templates);
      return {
        moment,
        channel,
        isOn: own?.isOn ?? accounts?.isOn ?? !OFF_BY_DEFAULT.includes(moment),
        isInherited: storeId !== null && own === undefined,
        subject,
        text,
        hasDefaultWords: template === undefined,
      };
    }),
  );
}

/** Returns the default for a language: the account's text for all languages, else the built-in text. */
function withoutOwn(
  { moment, channel }: MessageKind,
  language: Language | null,
  templates: readonly OwnTemplate[],
): Template {
  const ofAll = templates.find(
    (one) => one.moment === moment && one.channel === channel && one.language === null,
  );
  if (language !== null && ofAll !== undefined) return ofAll;
  return defaultTemplate(moment, channel, CUSTOMER_LANGUAGES[language ?? 'en']);
}

async function record(
  writer: AccountWriter,
  { accountId, storeId, language }: SettingsOwner,
  before: readonly MessageSetting[],
  after: readonly MessageSetting[],
  links: MessageLinks | null,
): Promise<void> {
  const changes: [string, object][] = after.flatMap((setting, index): [string, object][] => {
    const was = before[index];
    if (was === undefined || JSON.stringify(was) === JSON.stringify(setting)) return [];
    const name = [setting.moment, setting.channel, ...(language === null ? [] : [language])].join(' ');
    return [[name, { from: audited(was), to: audited(setting) }]];
  });
  if (links !== null) changes.push(['links', MESSAGE_LINKS.shown(links)]);
  if (changes.length === 0) return writer.skipAudit('nothing was changed');
  await writer.record({
    action: 'message_settings.updated',
    subjectKind: storeId === null ? 'account' : 'store',
    subjectId: storeId ?? accountId,
    changes: Object.fromEntries(changes),
  });
}

function audited({ isOn, isInherited, subject, text }: MessageSetting) {
  return { enabled: isOn, inherited: isInherited, subject, text };
}

function isSame(a: Template, b: Template): boolean {
  return a.subject === b.subject && a.text === b.text;
}
