import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { ICON_SVG } from '../pages/icon.ts';
import { documentSchema } from './document-schema.ts';
import { errorSchema } from './problems.ts';

/**
 * The reader asks no outside host. The library's own policy upgrades requests to HTTPS, which breaks
 * a plain HTTP address on another machine, and allows a validator's host.
 */
const READER_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

/** The statuses of problems (contract: errors), as one answer: `responses` of a route are its successes. */
const PROBLEM =
  'A problem: 400 unreadable, 401 no valid credential, 403 not allowed, 404 not found, 409 in conflict, 413 too large, 415 another content type, 422 refused, 429 too many requests, 503 not ready. Repeat after `Retry-After` where it is given.';

function withProblems(schema: object, url: string): object {
  if (!('response' in schema)) return schema;
  const problem = { description: PROBLEM, content: { 'application/json': { schema: errorSchema(url) } } };
  return { ...schema, response: { ...(schema.response as object), default: problem } };
}

/** A body that is a file as it stands. */
function withFile(schema: object, mediaType: FastifyContextConfig['file']): object {
  if (mediaType === undefined) return schema;
  const body = { content: { [mediaType]: { schema: { type: 'string', format: 'binary' } } } };
  return { ...schema, body };
}

/** No padlock where no credential is asked for. */
function withAccess(schema: object, access: FastifyContextConfig['access']): object {
  return access === 'public' ? { ...schema, security: [] } : schema;
}

/** `/openapi.json`, generated from the schemas that validate, and its reader at `/docs`. Add it before the routes. */
export async function addOpenApi(
  app: FastifyInstance,
  options: { version: string; publicUrl: () => string },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Dakiya',
        version: options.version,
        description: 'A self-hosted, multi-tenant shipping service for India.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: {
        securitySchemes: {
          credential: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key or a token; the bare credential without `Bearer` is taken too.',
          },
        },
      },
      security: [{ credential: [] }],
    },
    transform: ({ schema, url, route }) => {
      const stated = withAccess(withProblems(schema ?? {}, url), route.config?.access);
      return documentSchema({ schema: withFile(stated, route.config?.file), url });
    },
  });
  app.get('/openapi.json', { schema: { hide: true }, config: { access: 'public' } }, async () => ({
    ...app.swagger(),
    servers: [{ url: options.publicUrl() }],
  }));
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    logo: { type: 'image/svg+xml', content: ICON_SVG },
    theme: { title: 'Dakiya API' },
    staticCSP: true,
    transformStaticCSP: () => READER_POLICY,
    uiConfig: { persistAuthorization: false, docExpansion: 'list', validatorUrl: null } as object,
  });
}
