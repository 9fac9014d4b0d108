import type { FastifyInstance } from 'fastify';
import { openSharp } from '../../../pictures/sharp.ts';
import { ICON_SVG } from '../../pages/icon.ts';

const ICON_PIXELS = 48;
const DAY = 'public, max-age=86400';

/** Serves files that browsers and search engines request from every host: an icon, and crawling rules. */
export function addGetBrowserFiles(app: FastifyInstance): void {
  const options = { config: { access: 'public' }, schema: { hide: true } } as const;
  let png: Promise<Buffer> | undefined;
  app.get('/robots.txt', options, async (_request, reply) =>
    reply.header('cache-control', DAY).type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /\n'),
  );
  app.get('/favicon.svg', options, async (_request, reply) =>
    reply.header('cache-control', DAY).type('image/svg+xml').send(ICON_SVG),
  );
  app.get('/favicon.ico', options, async (_request, reply) => {
    png ??= drawIcon();
    return reply
      .header('cache-control', DAY)
      .type('image/png')
      .send(await png);
  });
}

async function drawIcon(): Promise<Buffer> {
  const sharp = await openSharp();
  return sharp(Buffer.from(ICON_SVG)).resize(ICON_PIXELS).png().toBuffer();
}
