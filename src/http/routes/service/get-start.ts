import type { FastifyInstance } from 'fastify';
import { isPerson, sendPage } from '../../pages/send-page.ts';
import { startPage } from '../../pages/start-page.ts';

export interface StartPageOptions {
  readonly version: string;
  readonly publicUrl: () => string;
  readonly isReady: () => Promise<boolean>;
}

/** `/`: what this is, whether it is well, and where to go on; a page for people, JSON for programs. */
export function addGetStart(app: FastifyInstance, { version, publicUrl, isReady }: StartPageOptions): void {
  app.get('/', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    const ready = await isReady().catch(() => false);
    reply.headers({ vary: 'accept', 'cache-control': 'no-store' });
    if (isPerson(request)) return sendPage(reply, startPage({ version, isReady: ready }));
    const address = publicUrl();
    return {
      name: 'Dakiya',
      version,
      status: ready ? 'ready' : 'not ready',
      openapi_url: `${address}/openapi.json`,
      docs_url: `${address}/docs`,
      track_url: `${address}/track`,
    };
  });
}
