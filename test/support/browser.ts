import { spawn } from 'node:child_process';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { FACE_SOURCES } from '../../src/papers/text/face-sources.ts';
import { sfntOfWoff } from '../../src/papers/text/sfnt-of-woff.ts';

const require = createRequire(import.meta.url);

/** Usual places of Chrome or Chromium on machines that the package does not support. */
const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
];

/**
 * Starts a browser for tests and pictures; the caller closes it. On Linux x64 it is the Chromium of the
 * packages, which needs nothing from the system: it is unpacked once (2 s) and starts in half a second. It
 * has only the fonts of the labels, so pictures are the same on every machine.
 *
 * Elsewhere it is the installed Chrome or Chromium, or the one that `CHROME_PATH` names. Throws one sentence
 * if there is none.
 *
 * @param more further arguments of Chromium
 */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const named = process.env.CHROME_PATH;
  if (named) return await chromium.launch({ executablePath: named, args: [...more] });
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    const executablePath = USUAL_PLACES.find((path) => existsSync(path));
    if (executablePath) return await chromium.launch({ executablePath, args: [...more] });
    throw new Error('No browser was found: install Chrome or Chromium, or name its program in CHROME_PATH.');
  }
  const folder = await unpackedBrowser();
  return await chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: [
      // Containers seldom allow a sandbox, and it opens only our own pages.
      '--no-sandbox',
      '--font-render-hinting=none',
      '--disable-lcd-text',
      // Pages are closed before optimized code pays off: compiling took a tenth of the browser's processor
      // time.
      '--js-flags=--no-opt,--no-maglev',
      ...more,
    ],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    } as Record<string, string>,
  });
}

/**
 * `tar` stops at the end of the archive, before the end of the file: the rest is read too, or writing it
 * fails.
 */
const UNPACK = 'tar -xf - && cat > /dev/null';

/**
 * The folder of the unpacked browser: moved into place in one step, because processes may start at the same
 * time.
 */
async function unpackedBrowser(): Promise<string> {
  const packed = join(dirname(require.resolve('@sparticuz/chromium')), '../../bin');
  const { version } = JSON.parse(await readFile(join(packed, '../package.json'), 'utf8')) as {
    version: string;
  };
  const cache = join(PACKAGE_ROOT, '.cache');
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(`${folder}-`);
  await Promise.all([
    run('sh', ['-c', 'cat > chromium && chmod 755 chromium'], unfinished, join(packed, 'chromium.br')),
    run('sh', ['-c', UNPACK], unfinished, join(packed, 'al2023.tar.br')),
    run('sh', ['-c', UNPACK], unfinished, join(packed, 'swiftshader.tar.br')),
    writeFonts(unfinished, folder),
  ]);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** Runs a program in a folder, with an unpacked file as its input. */
async function run(program: string, args: readonly string[], cwd: string, packed: string): Promise<void> {
  const child = spawn(program, args, { cwd, stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  await pipeline(createReadStream(packed), createBrotliDecompress(), child.stdin);
  const code = await ended;
  if (code !== 0) throw new Error(`${program} ended with code ${code} on ${packed}`);
}

/** The labels' fonts as files for fontconfig, without the system's fonts. */
async function writeFonts(unfinished: string, folder: string): Promise<void> {
  mkdirSync(join(unfinished, 'fonts'));
  for (const { package: name, subset } of FACE_SOURCES) {
    for (const weight of [400, 700]) {
      const file = `${name}-${subset}-${weight}-normal`;
      const woff = await readFile(require.resolve(`@fontsource/${name}/files/${file}.woff`));
      writeFileSync(join(unfinished, 'fonts', `${file}.ttf`), sfntOfWoff(woff));
    }
  }
  writeFileSync(
    join(unfinished, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'font-cache')}</cachedir>
  <match target="pattern"><edit name="family" mode="append_last"><string>Noto Sans</string></edit></match>
</fontconfig>
`,
  );
}
