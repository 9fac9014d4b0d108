import type { FastifyInstance } from 'fastify';
import { LANGUAGES } from '../../../domain/store.ts';
import { object, oneOf, optional, uuid, type ValueOf } from '../../../reading/fields.ts';
import { readMessageSettings } from '../../../usecases/messages/message-settings.ts';
import { answer, operation } from '../../operation.ts';
import { SettingsBody, settingsBody } from './settings-body.ts';

const Query = object({
  store_id: optional(uuid({ description: 'A store of the account. Default: the whole account.' })),
  language: optional(
    oneOf(LANGUAGES, {
      description: 'Texts in this language. Default: the texts for every language without its own.',
      examples: ['hi'],
    }),
  ),
});

export function addGetMessageSettings(api: FastifyInstance): void {
  api.get<{ Querystring: ValueOf<typeof Query> }>(
    '/message-settings',
    {
      schema: operation({
        operationId: 'getMessageSettings',
        tag: 'Messages',
        role: 'viewer',
        summary: 'Get the message settings',
        description: 'Which messages are sent, and their texts.',
        querystring: Query,
        answers: { 200: answer('Every setting.', SettingsBody) },
      }),
    },
    async (request) => {
      const { accountId } = request.account;
      const { store_id: storeId = null, language = null } = request.query;
      const owner = { accountId, storeId, language };
      return settingsBody(owner, await readMessageSettings(request.account, owner));
    },
  );
}
