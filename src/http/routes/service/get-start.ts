import type { FastifyInstance } from 'fastify';
import { isPerson, sendPage } from '../../pages/send-page.ts';
import { startPage } from '../../pages/start-page.ts';
import { type PanelOptions, sendPanel } from '../panel/index.ts';

export interface StartPageOptions extends PanelOptions {
  readonly version: string;
  readonly publicUrl: () => string;
  readonly isReady: () => Promise<boolean>;
}

/** Adds `/`: the panel for people, JSON for programs. While the service is not ready, a page says so. */
export function addGetStart(app: FastifyInstance, options: StartPageOptions): void {
  const { version, publicUrl, isReady, panel } = options;
  app.get('/', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    const ready = await isReady().catch(() => false);
    reply.headers({ vary: 'accept', 'cache-control': 'no-store' });
    if (isPerson(request) && ready && panel !== null) return sendPanel(request, reply, panel);
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
