import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../../problems/problem.ts';
import { isPerson } from '../../pages/send-page.ts';
import { noSuchPath } from '../../plugins/problems.ts';
import type { PanelFile, PanelFiles } from './panel-files.ts';

export interface PanelOptions {
  /** Null if the panel is not built, for example during development. */
  readonly panel: PanelFiles | null;
}

/** The paths of the panel's pages, including everything below them. The panel decides which pages exist. */
export const PANEL_PAGES = [
  'sign-in',
  'join',
  'first-start',
  'reset-password',
  'forgotten-password',
  'shipments',
  'ndr',
  'orders',
  'packing',
  'returns',
  'requests',
  'rates',
  'stores',
  'shops',
  'money',
  'settings',
] as const;

/**
 * Everything is loaded from this host. Pictures of labels and messages are data or blobs. Frames show labels,
 * and previews that may not run anything. The page has no inline script or style.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self' blob:",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Only a worker obeys it: the reader of barcodes, which runs WebAssembly. The pages themselves may not. */
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

const FOR_EVER = 'public, max-age=31536000, immutable';

const OPTIONS = { config: { access: 'public' }, schema: { hide: true } } as const;

/** Serves the pages of the panel except `/`, and the files that they load. */
export function addPanel(app: FastifyInstance, { panel }: PanelOptions): void {
  app.get<{ Params: { file: string } }>('/assets/:file', OPTIONS, async (request, reply) => {
    const file = panel?.assets.get(request.params.file);
    if (file === undefined) throw new Problem('not_found', noSuchPath(request));
    reply.headers({ 'cache-control': FOR_EVER, 'content-security-policy': WORKER_POLICY });
    return sendFile(request, reply, file);
  });
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    if (panel === null || !isPerson(request)) throw new Problem('not_found', noSuchPath(request));
    return sendPanel(request, reply, panel);
  };
  for (const name of PANEL_PAGES) {
    app.get(`/${name}`, OPTIONS, page);
    app.get(`/${name}/*`, OPTIONS, page);
  }
}

/** Answers with the panel's page, which is the same for all addresses of the panel. */
export function sendPanel(request: FastifyRequest, reply: FastifyReply, panel: PanelFiles): FastifyReply {
  reply.headers({
    'content-security-policy': POLICY,
    'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-cache',
    vary: 'accept',
  });
  return sendFile(request, reply, panel.page);
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: PanelFile): FastifyReply {
  reply.type(file.type);
  if (file.brotli === null && file.gzip === null) return reply.send(file.content);
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`);
  const taken = String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .filter((coding) => !/;\s*q=0(?:\.0*)?\s*$/.test(coding))
    .map((coding) => coding.split(';', 1)[0]?.trim());
  if (file.brotli !== null && taken.includes('br')) {
    return reply.header('content-encoding', 'br').send(file.brotli);
  }
  if (file.gzip !== null && taken.includes('gzip')) {
    return reply.header('content-encoding', 'gzip').send(file.gzip);
  }
  return reply.send(file.content);
}
