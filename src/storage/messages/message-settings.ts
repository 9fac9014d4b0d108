import type { Channel } from '../../domain/messages/channel.ts';
import type { Language } from '../../domain/store.ts';
import { type Moment, OFF_BY_DEFAULT } from '../../domain/tracking/moments.ts';
import { MESSAGE_LINKS, type MessageLinks } from '../../resources/message-links.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';

/** A message of the account: a moment and a channel. */
export interface MessageKind {
  readonly moment: Moment;
  readonly channel: Channel;
}

/** The on/off setting of a message, for the account (`storeId` null) or for a store. */
export interface MessageSwitch extends MessageKind {
  readonly storeId: string | null;
  readonly isOn: boolean;
}

/** The account's own text of a message. */
export interface OwnTemplate extends MessageKind {
  /** Null for all languages without a separate text. */
  readonly language: Language | null;
  readonly subject: string | null;
  readonly text: string;
}

/** SQL of a switch: the store's (`its`), else the account's (`ours`), else the default. */
export function isOn(moment: string): string {
  return `coalesce(its.is_on, ours.is_on, ${moment}::text not in (${quoted(OFF_BY_DEFAULT)}))`;
}

/** SQL of a list of words. */
export function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}

/** Reads the settings of the whole account and of this store. */
export async function readSwitches(scope: AccountScope, storeId: string | null): Promise<MessageSwitch[]> {
  return scope.read<MessageSwitch>(
    `select store_id as "storeId", moment, channel, is_on as "isOn" from message_switches
      where account_id = $1 and (store_id is null or store_id = $2)`,
    [storeId],
  );
}

export async function readTemplates(scope: AccountScope): Promise<OwnTemplate[]> {
  return scope.read<OwnTemplate>(
    `select moment, channel, null as language, subject, body as text from message_templates
      where account_id = $1 and replaced_at is null
     union all
     select moment, channel, language, subject, body as text from message_translations
      where account_id = $1 and replaced_at is null`,
    [],
  );
}

export async function readLinks(scope: AccountScope): Promise<MessageLinks> {
  const [row] = await scope.read<MessageLinks>(
    `select ${MESSAGE_LINKS.selected()} from message_links where account_id = $1`,
    [],
  );
  return row ?? MESSAGE_LINKS.empty;
}

export async function keepLinks(writer: AccountWriter, links: MessageLinks): Promise<void> {
  await writer.change(
    `insert into message_links (account_id, updated_at, ${MESSAGE_LINKS.columns})
      values ($1, $2, ${MESSAGE_LINKS.parameters(3)})
      on conflict (account_id) do update set updated_at = excluded.updated_at, ${MESSAGE_LINKS.excluded}`,
    [writer.now, ...MESSAGE_LINKS.values(links)],
  );
}

/** Locks the account's message settings, so that changes happen one after the other. */
export async function lockMessageSettings(writer: AccountWriter): Promise<void> {
  await writer.read('select 1 from accounts where account_id = $1 for no key update', []);
}

/** Switches a message on or off; null removes the setting. */
export async function setSwitch(
  writer: AccountWriter,
  { storeId, moment, channel, isOn }: Omit<MessageSwitch, 'isOn'> & { readonly isOn: boolean | null },
): Promise<void> {
  if (isOn === null) {
    await writer.change(
      `delete from message_switches
        where account_id = $1 and store_id is not distinct from $2 and moment = $3 and channel = $4`,
      [storeId, moment, channel],
    );
    return;
  }
  await writer.change(
    `insert into message_switches (account_id, store_id, moment, channel, is_on) values ($1, $2, $3, $4, $5)
      on conflict on constraint message_switch_is_unique do update set is_on = excluded.is_on`,
    [storeId, moment, channel, isOn],
  );
}

/**
 * Sets the account's own text, or removes it with null. Earlier texts are kept for the messages that used
 * them. Texts for one language are in a separate table, which the first release does not know.
 */
export async function setTemplate(
  writer: AccountWriter,
  { moment, channel, language }: MessageKind & Pick<OwnTemplate, 'language'>,
  words: { readonly subject: string | null; readonly text: string } | null,
): Promise<void> {
  const made = [writer.newId(), moment, channel, words?.subject, words?.text, writer.now];
  if (language === null) {
    await writer.change(
      `update message_templates set replaced_at = $4
        where account_id = $1 and moment = $2 and channel = $3 and replaced_at is null`,
      [moment, channel, writer.now],
    );
    if (words === null) return;
    await writer.change(
      `insert into message_templates (account_id, template_id, moment, channel, subject, body, created_at)
        values ($1, $2, $3, $4, $5, $6, $7)`,
      made,
    );
    return;
  }
  await writer.change(
    `update message_translations set replaced_at = $4
      where account_id = $1 and moment = $2 and channel = $3 and language = $5 and replaced_at is null`,
    [moment, channel, writer.now, language],
  );
  if (words === null) return;
  await writer.change(
    `insert into message_translations (account_id, template_id, moment, channel, subject, body, created_at, language)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [...made, language],
  );
}
