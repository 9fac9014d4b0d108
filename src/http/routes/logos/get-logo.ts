import type { FastifyInstance } from 'fastify';
import { notFound } from '../../../problems/problem.ts';
import { about } from '../../../problems/sentence.ts';
import { pathParameters, text, uuid, type ValueOf } from '../../../reading/fields.ts';
import type { Service } from '../../../usecases/service.ts';
import { readPublicLogo } from '../../../usecases/stores/read-public-logo.ts';
import { isKnown } from '../../entity-tag.ts';
import { emptyAnswer, fileAnswer, operation } from '../../operation.ts';

const Path = pathParameters(
  {
    storeId: uuid({ description: 'The id of the store.' }),
    file: text({
      max: 80,
      description: 'The file, named by a hash of its content.',
      pattern: /^[0-9a-f]{64}\.(png|jpg|webp|webp\.png|gif)$/,
      patternSentence: about('must_be_content_hash', 'must be a content hash with an extension'),
      examples: ['3f0a7f6b1f0c5d2a8e4b9c6d7e8f9a0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f.png'],
    }),
  },
  'Logo',
);

/** Serves a public logo. Its address has the hash of its content, so caches may keep it for ever. */
export function addGetLogo(app: FastifyInstance, { service }: { service: Service }): void {
  app.get<{ Params: ValueOf<typeof Path> }>(
    '/logos/:storeId/:file',
    {
      config: { access: 'public' },
      schema: operation({
        operationId: 'getLogo',
        tag: 'Stores',
        role: 'anyone',
        summary: 'Get a logo of a store',
        description: 'A public picture, as pages and emails show it. A new logo has a new address.',
        params: Path,
        problems: ['unavailable'],
        answers: {
          200: fileAnswer('The logo.', ['image/png', 'image/jpeg', 'image/webp', 'image/gif']),
          304: emptyAnswer('The client has the current version.'),
        },
      }),
    },
    async (request, reply) => {
      const { storeId, file } = request.params;
      const [contentHash = ''] = file.split('.', 1);
      const extension = file.slice(contentHash.length + 1);
      const logo = await readPublicLogo(service, { storeId, contentHash, extension });
      if (!logo) throw notFound('Logo');
      const etag = `"${contentHash}"`;
      reply.headers({
        etag,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      });
      if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.type(logo.mediaType).send(logo.bytes);
    },
  );
}
