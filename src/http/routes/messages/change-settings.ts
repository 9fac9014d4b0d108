import type { FastifyInstance } from 'fastify';
import { LANGUAGES } from '../../../domain/store.ts';
import {
  boolean,
  clearable,
  listOf,
  object,
  oneOf,
  optional,
  text,
  uuid,
  type ValueOf,
} from '../../../reading/fields.ts';
import { changeMessageSettings } from '../../../usecases/messages/message-settings.ts';
import { answer, operation } from '../../operation.ts';
import { LARGE_BODY } from '../../plugins/body-limits.ts';
import { CHANNEL_WORDS, MOMENT_WORDS } from './message-words.ts';
import { SettingsBody, settingsBody } from './settings-body.ts';

const Change = object(
  {
    moment: oneOf(MOMENT_WORDS),
    channel: optional(oneOf(CHANNEL_WORDS, { description: 'Default: every channel.', examples: ['email'] })),
    enabled: clearable(
      boolean({
        description:
          'null: for a store, the setting of the account applies; for the account, the message is sent.',
        nearMisses: ['is_enabled', 'active'],
        examples: [false],
      }),
    ),
    subject: clearable(text({ max: 200, description: 'Only for emails. null: the default text.' })),
    text: clearable(
      text({
        max: 2_000,
        multiline: true,
        description:
          'With variables such as `{{order_id}}`. A part in `[[ ]]` is left out if a variable in it has no value. null: the default text.',
      }),
    ),
  },
  { called: 'each of messages', title: 'MessageSettingChange' },
);

const LINKS = {
  payment_link: clearable(
    text({
      max: 500,
      check: isSecureAddress,
      checkSentence: 'must be an address that starts with https://',
      description:
        'The page on which a customer pays a COD order in advance, with the placeholders `{order_id}` and `{amount}`; null: no payment page.',
      examples: ['https://pay.chai.example/?order={order_id}&amount={amount}'],
    }),
    { emptyTextClears: true },
  ),
  review_link: clearable(
    text({
      max: 500,
      check: isSecureAddress,
      checkSentence: 'must be an address that starts with https://',
      description: 'The page to write a review; null: no review is requested.',
      examples: ['https://chai.example/review?order={order_id}'],
    }),
    { emptyTextClears: true },
  ),
};

/** Only the account's links, as a command sets them. */
export const MessageLinksBody = object(LINKS);

const Body = object({
  store_id: optional(
    uuid({ of: 'a store', description: 'A store of the account. Default: the whole account.' }),
  ),
  language: optional(
    oneOf(LANGUAGES, {
      description: 'The language of these texts. Default: every language without its own texts.',
      examples: ['hi'],
    }),
  ),
  ...LINKS,
  messages: optional(listOf(Change, { max: 50 })),
});

/** Tells whether a text is only an https address. Placeholders in braces are allowed. */
function isSecureAddress(sent: string): boolean {
  if (!/^https:\/\/[^\s\\]+$/i.test(sent)) return false;
  const plain = sent.replace(/[{}]/g, '');
  return URL.canParse(plain) && new URL(plain).hostname.includes('.');
}

export function addChangeMessageSettings(api: FastifyInstance): void {
  api.put<{ Body: ValueOf<typeof Body> }>(
    '/message-settings',
    {
      bodyLimit: LARGE_BODY,
      schema: operation({
        operationId: 'changeMessageSettings',
        tag: 'Messages',
        role: 'manager',
        summary: 'Update the message settings',
        description: 'Switches messages on or off and changes their texts. Only the given fields change.',
        body: Body,
        answers: { 200: answer('Every setting as it is now.', SettingsBody) },
      }),
    },
    async (request) => {
      const { accountId, actor } = request.account;
      const { store_id: storeId = null, language = null } = request.body;
      const { messages = [], payment_link, review_link } = request.body;
      const changes = messages.map(({ enabled, ...change }) => ({ ...change, isOn: enabled }));
      const owner = { accountId, storeId, language };
      const links = { paymentLink: payment_link, reviewLink: review_link };
      return settingsBody(owner, await changeMessageSettings(request.account, actor, owner, changes, links));
    },
  );
}
