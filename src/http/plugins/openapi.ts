import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { isRole, ROLES } from '../../domain/role.ts';
import { documentSchema } from '../document/document-schema.ts';
import { type Document, finishDocument } from '../document/finish-document.ts';
import { INTRODUCTION } from '../document/introduction.ts';
import { problemAnswers } from '../document/problem-answers.ts';
import { webhooksSection } from '../document/webhooks-section.ts';
import { type Operation, type OperationRole, TAGS } from '../operation.ts';
import { ICON_SVG } from '../pages/icon.ts';

/** The address of the pages that show the document. */
const READER = '/docs';

/**
 * The pages load nothing from other hosts. The library's own policy would allow a validator's host, and would
 * upgrade requests to HTTPS, which breaks a plain HTTP address on another machine.
 */
const READER_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

/** Returns the document of a body that is a raw file. */
function fileBody(mediaType: string, example: string | undefined): object {
  const examples = example === undefined ? {} : { examples: [example] };
  return { content: { [mediaType]: { schema: { type: 'string', ...examples } } } };
}

/**
 * Serves `/openapi.json`, generated from the schemas that read the requests, and pages that show it at
 * `/docs`. Add it before the routes: it refuses a route that is neither described (`operation`) nor hidden.
 */
export async function addOpenApi(
  app: FastifyInstance,
  options: { version: string; publicUrl: () => string },
): Promise<void> {
  app.addHook('onRoute', refuseWithoutOperation);
  const problems = new Map<string, ReturnType<typeof problemAnswers>>();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Dakiya',
        version: options.version,
        description: INTRODUCTION,
        contact: { name: 'The operator of this installation' },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          credential: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key or a token. `Bearer` may be left out.',
          },
          accessToken: {
            type: 'apiKey',
            in: 'header',
            name: 'access-token',
            description:
              'The same credential, in this header instead of `Authorization`. If a header `uid` is sent, it must be the email or the phone of the user of the token. `client` is ignored.',
          },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'dakiya_session',
            description:
              'The cookie of `POST /session`; over HTTPS its name is `__Host-dakiya_session`. Requests other than GET must send `X-CSRF-Token` too. If `Authorization` is sent, the cookie is ignored.',
          },
        },
      },
      security: [{ credential: [] }, { session: [] }],
      webhooks: webhooksSection() as never,
    },
    transform: ({ schema, url, route }) => {
      const stated = { ...(schema as FastifySchema & Partial<Operation>) };
      const { operationId, problems: more = [], fileExample } = stated;
      const { config } = route;
      if (operationId !== undefined) {
        const isRead = [route.method].flat().includes('GET');
        const isForRestricted = stated.restricted === 'filtered';
        const { role } = stated;
        problems.set(
          operationId,
          problemAnswers({ config, isRead, role, isForRestricted, takes: stated, problems: more }),
        );
      }
      if (config?.file !== undefined) stated.body = fileBody(config.file, fileExample) as never;
      // Removes the padlock if no credential is required.
      if (config?.access === 'public') stated.security = [];
      const roles = rolesFrom(stated.role);
      if (roles !== null) {
        Object.assign(stated, { 'x-roles': roles, 'x-restricted': stated.restricted ?? 'refused' });
      }
      if (stated.role === 'courier' || stated.role === 'shop') stated.security = [{ credential: [] }];
      if (config?.accessToken) stated.security = [{ credential: [] }, { accessToken: [] }];
      return documentSchema({ schema: stated, url });
    },
    transformObject: (document) =>
      finishDocument(
        (document as { openapiObject: Document }).openapiObject,
        (id) => problems.get(id) ?? {},
      ) as never,
  });
  app.get('/openapi.json', { schema: { hide: true }, config: { access: 'public' } }, async () => ({
    ...app.swagger(),
    servers: [{ url: options.publicUrl() }],
  }));
  await app.register(swaggerUi, {
    routePrefix: READER,
    logo: { type: 'image/svg+xml', content: ICON_SVG },
    theme: { title: 'Dakiya API' },
    staticCSP: true,
    transformStaticCSP: () => READER_POLICY,
    uiConfig: { persistAuthorization: false, docExpansion: 'list', validatorUrl: null } as object,
  });
}

/** Returns the roles that may call the operation; null if no role is required. */
function rolesFrom(least: OperationRole | undefined): readonly string[] | null {
  if (least === undefined || !isRole(least)) return null;
  return ROLES.slice(ROLES.indexOf(least));
}

function refuseWithoutOperation({ schema, config, method, url }: RouteOptions): void {
  const { hide, operationId, role } = (schema ?? {}) as { hide?: boolean } & Partial<Operation>;
  const route = `${[method].flat().join(', ')} ${url}`;
  if (hide === true) {
    // The package that shows the document does not describe its routes.
    if (role !== undefined || config?.access === 'public' || url.startsWith(READER)) return;
    throw new Error(`${route}: a hidden route says its role, or access: 'public'`);
  }
  if (operationId === undefined) {
    throw new Error(`${route}: describe it with operation(), or hide it with { hide: true }`);
  }
  if (role === undefined) throw new Error(`${route}: operation() must say the least role that may call it`);
  if ((role === 'anyone') !== (config?.access === 'public')) {
    throw new Error(`${route}: a route is for anyone where it says access: 'public', and nowhere else`);
  }
}
