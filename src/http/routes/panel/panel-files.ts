import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file of the panel. A compressed form is null if it is not stored. */
export interface PanelFile {
  readonly type: string;
  readonly content: Buffer;
  readonly brotli: Buffer | null;
  readonly gzip: Buffer | null;
}

/** The built panel: one page for all addresses, and the files that the page loads. */
export interface PanelFiles {
  readonly page: PanelFile;
  /** The files in the folder `assets`, indexed by name. A name changes with the content. */
  readonly assets: ReadonlyMap<string, PanelFile>;
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

const read = new Map<string, PanelFiles | null>();

/** Reads the built panel from the folder into memory (4 MB); null if the panel is not built. */
export function readPanel(folder: string): PanelFiles | null {
  const known = read.get(folder);
  if (known !== undefined) return known;
  const files = readFiles(folder);
  read.set(folder, files);
  return files;
}

function readFiles(folder: string): PanelFiles | null {
  const pages = filesIn(folder);
  const page = pages.get('index.html');
  return page === undefined ? null : { page, assets: filesIn(join(folder, 'assets')) };
}

function filesIn(folder: string): Map<string, PanelFile> {
  const names = namesIn(folder);
  const files = new Map<string, PanelFile>();
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const smaller = (ending: string) =>
      names.has(name + ending) ? readFileSync(join(folder, name + ending)) : null;
    const content = readFileSync(join(folder, name));
    files.set(name, { type, content, brotli: smaller('.br'), gzip: smaller('.gz') });
  }
  return files;
}

function namesIn(folder: string): Set<string> {
  try {
    return new Set(readdirSync(folder));
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return new Set();
    throw error;
  }
}
