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
import { MESSAGE_LINKS } from '../../../resources/message-links.ts';
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
  ...MESSAGE_LINKS.change,
  messages: optional(listOf(Change, { max: 50 })),
});

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
      const { messages = [] } = request.body;
      const changes = messages.map(({ enabled, ...change }) => ({ ...change, isOn: enabled }));
      const owner = { accountId, storeId, language };
      const links = MESSAGE_LINKS.given(request.body);
      return settingsBody(owner, await changeMessageSettings(request.account, actor, owner, changes, links));
    },
  );
}
