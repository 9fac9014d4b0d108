import type { FastifyInstance } from 'fastify';
import { object, oneOf, pathParameters, uuid, type ValueOf, withDefault } from '../../../reading/fields.ts';
import { previewMessage } from '../../../usecases/messages/preview-message.ts';
import { fileAnswer, operation } from '../../operation.ts';
import type { RouteOptions } from '../route-options.ts';

const MessagePath = pathParameters({ id: uuid() }, 'Message');
const Query = object({
  brand: withDefault(
    oneOf(['as_made', 'current'], {
      description:
        'Use the name, logo and colour from the time when the message was made, or the current ones.',
    }),
    'as_made',
  ),
});

export function addPreviewMessage(api: FastifyInstance, { publicUrl }: RouteOptions): void {
  // The page contains untrusted text in our origin: it may show its logo and open links, but do nothing else.
  const policy = () =>
    `default-src 'none'; img-src ${new URL(publicUrl()).origin}; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; sandbox allow-popups`;

  api.get<{ Params: ValueOf<typeof MessagePath>; Querystring: ValueOf<typeof Query> }>(
    '/messages/:id/preview',
    {
      schema: operation({
        operationId: 'previewMessage',
        tag: 'Messages',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Preview a message',
        description: 'As the customer sees it: the HTML of an email, or the text of another message.',
        answers: { 200: fileAnswer('The message.', ['text/html', 'text/plain']) },
        params: MessagePath,
        querystring: Query,
      }),
    },
    async ({ account, params, query }, reply) => {
      const { html, text } = await previewMessage(account, params.id, query.brand);
      reply.headers({
        'content-security-policy': policy(),
        'cache-control': 'no-store',
      });
      return html === null
        ? reply.type('text/plain; charset=utf-8').send(text)
        : reply.type('text/html; charset=utf-8').send(html);
    },
  );
}
