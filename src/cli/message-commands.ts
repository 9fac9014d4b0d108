import { type Command, Option } from 'commander';
import { OPERATOR } from '../domain/actor.ts';
import { CHANNELS, type Channel } from '../domain/messages/channel.ts';
import { LANGUAGES, type Language } from '../domain/store.ts';
import { MOMENTS, type Moment } from '../domain/tracking/moments.ts';
import { object } from '../reading/fields.ts';
import { buildRequestReading } from '../reading/request-reading.ts';
import { MESSAGE_LINKS } from '../resources/message-links.ts';
import {
  changeMessageSettings,
  type MessageSetting,
  readMessageSettings,
  type SettingsOwner,
} from '../usecases/messages/message-settings.ts';
import { withSession } from './command-session.ts';
import { readId } from './ids.ts';
import { table } from './output.ts';

interface OwnerOptions {
  account: string;
  store?: string;
  language?: Language;
  json?: boolean;
}

interface LinkOptions {
  account: string;
  payment?: string;
  review?: string;
  json?: boolean;
}

interface SwitchOptions extends OwnerOptions {
  moment?: Moment;
  channel?: Channel;
}

const JSON_OPTION = 'print [{"moment","channel","enabled","inherited","is_default_text"}]';

export function addMessageCommands(program: Command): void {
  const messages = program
    .command('messages')
    .description('manage messages to customers; see docs/how-to/send-messages.md');

  messages
    .command('settings')
    .description('list the messages that an account, or one of its stores, sends')
    .requiredOption('--account <id>', 'the account')
    .option('--store <id>', 'a store of the account')
    .addOption(
      new Option('--language <language>', 'whether the language has its own text').choices(LANGUAGES),
    )
    .option('--json', JSON_OPTION)
    .action(async (options: OwnerOptions) => {
      const owner = ownerOf(options);
      await withSession(options.json === true, async ({ service, output }) => {
        const { settings } = await readMessageSettings(service, owner);
        output.result(settings.map(settingBody), settingsTable(settings));
      });
    });

  messages
    .command('links')
    .description(
      'show or set where customers of an account pay beforehand, and where they say what they think',
    )
    .requiredOption('--account <id>', 'the account')
    .option('--payment <address>', 'the link, with {order_id} and {amount} as placeholders; empty removes it')
    .option('--review <address>', 'the link, with the same placeholders; empty removes it')
    .option('--json', 'print {"payment_link","review_link"}')
    .action(async ({ account, payment, review, json }: LinkOptions) => {
      const owner = { accountId: readId(account, 'an account'), storeId: null, language: null };
      const links = readLinks(payment, review);
      await withSession(json === true, async ({ service, output }) => {
        const kept = (await changeMessageSettings(service, OPERATOR, owner, [], links)).links;
        output.result(
          { payment_link: kept.paymentLink, review_link: kept.reviewLink },
          table(
            ['LINK', 'LEADS TO'],
            [
              ['payment', kept.paymentLink ?? '-'],
              ['review', kept.reviewLink ?? '-'],
            ],
          ),
        );
      });
    });

  addSwitch(messages, 'on', 'send messages');
  addSwitch(messages, 'off', 'switch off messages');
  addSwitch(
    messages,
    'reset',
    "for a store, use the account's setting again; for an account, use the default",
  );
}

function addSwitch(messages: Command, word: 'on' | 'off' | 'reset', description: string): void {
  messages
    .command(word)
    .description(description)
    .requiredOption('--account <id>', 'the account')
    .option('--store <id>', 'only for this store')
    .addOption(new Option('--moment <moment>', 'only for this moment').choices(MOMENTS))
    .addOption(new Option('--channel <channel>', 'only on this channel').choices(CHANNELS))
    .option('--json', JSON_OPTION)
    .action(async (options: SwitchOptions) => {
      const owner = ownerOf(options);
      const isOn = word === 'reset' ? null : word === 'on';
      const moments = options.moment === undefined ? MOMENTS : [options.moment];
      const changes = moments.map((moment) => ({ moment, channel: options.channel, isOn }));
      await withSession(options.json === true, async ({ service, output }) => {
        const { settings } = await changeMessageSettings(service, OPERATOR, owner, changes);
        output.result(settings.map(settingBody), settingsTable(settings));
      });
    });
}

/** @throws Problem `refused` with a sentence for each invalid address */
function readLinks(payment: string | undefined, review: string | undefined) {
  const sent = {
    ...(payment === undefined ? {} : { payment_link: payment }),
    ...(review === undefined ? {} : { review_link: review }),
  };
  const { value, error } = buildRequestReading({}).readWith(object(MESSAGE_LINKS.change), sent);
  if (error !== undefined) throw error;
  return MESSAGE_LINKS.given(value);
}

function ownerOf({ account, store, language }: OwnerOptions): SettingsOwner {
  return {
    accountId: readId(account, 'an account'),
    storeId: store === undefined ? null : readId(store, 'a store'),
    language: language ?? null,
  };
}

function settingBody({ moment, channel, isOn, isInherited, hasDefaultWords }: MessageSetting) {
  return { moment, channel, enabled: isOn, inherited: isInherited, is_default_text: hasDefaultWords };
}

function settingsTable(settings: readonly MessageSetting[]): string {
  const rows = settings.map(({ moment, channel, isOn, isInherited, hasDefaultWords }) => [
    moment,
    channel,
    `${isOn ? 'on' : 'off'}${isInherited ? " (the account's)" : ''}`,
    hasDefaultWords ? 'ours' : 'own',
  ]);
  return table(['MOMENT', 'CHANNEL', 'SENT', 'WORDS'], rows);
}
