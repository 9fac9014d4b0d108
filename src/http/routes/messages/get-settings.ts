import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { readMessageSettings } from '../../../usecases/messages/message-settings.ts';
import { object, optional, uuid } from '../../schemas/fields.ts';
import { SettingsBody, settingsBody } from './settings-body.ts';

const Query = object({
  store_id: optional(uuid({ description: 'A store of the account; left out: the whole account.' })),
});

export function addGetMessageSettings(api: FastifyInstance): void {
  api.get<{ Querystring: Static<typeof Query> }>(
    '/message-settings',
    {
      schema: {
        tags: ['Messages'],
        summary: 'Which messages are sent, and in which words',
        querystring: Query,
        response: { 200: SettingsBody },
      },
    },
    async (request) => {
      const { accountId } = request.account;
      const storeId = request.query.store_id ?? null;
      return settingsBody(storeId, await readMessageSettings(request.account, { accountId, storeId }));
    },
  );
}
