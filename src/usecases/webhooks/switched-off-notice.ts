import { findEndpoint } from '../../storage/webhooks/endpoints.ts';
import type { Notice } from '../notices.ts';

/** Tells all users of an account that a webhook was switched off. */
export const SWITCHED_OFF_NOTICE: Notice = {
  task: 'tell-webhook-switched-off',
  idField: 'endpoint_id',
  least: 'viewer',
  about: async ({ database }, accountId, endpointId) => {
    const endpoint = await findEndpoint(database.account(accountId), endpointId);
    if (endpoint === null || endpoint.switchedOffAt === null) return null;
    const why = endpoint.switchedOffWhy?.text;
    return {
      subject: 'One of your webhooks was switched off',
      paragraphs: [
        `the webhook at ${endpoint.url} was switched off, because ${why}. It gets no events until you switch it on again.`,
        'We keep its events for 30 days. When the receiver works again, switch on the webhook and replay the missed events.',
      ],
      since: endpoint.switchedOffAt,
    };
  },
};
