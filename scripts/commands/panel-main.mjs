// `panel-main.mjs <folder>`: builds the panel into the folder, with a compressed copy of each file. In a
// process of its own, which a signal can end.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { inTree } from './place.mjs';

/** Files that are smaller when compressed; fonts and pictures already are. */
const TEXTS = /\.(?:css|html|js|json|svg|wasm)$/;
/** The highest quality takes five times as long for one per cent less. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const [folder] = process.argv.slice(2);
try {
  // Without a folder the builder would use its source folder, and it empties its target.
  if (folder === undefined) throw new Error('Name the folder to build the panel into');
  await build({
    configFile: inTree('panel', 'vite.config.mjs'),
    root: inTree('panel'),
    logLevel: 'warn',
    build: { outDir: resolve(folder), emptyOutDir: true },
  });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !TEXTS.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const content = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(content, BROTLI));
  }
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${stripVTControlCharacters(message)}\n`);
  process.exitCode = 1;
}
