import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';

/** The longest side of the drawn picture, in pixels: enough for a label and a page, and 4 MB for each layer. */
const DRAWN_SIDE = 1024;
/** The memory of a drawing process, of which Node.js takes a small part. Only Linux enforces it. */
const MOST_KILOBYTES = 256 * 1024;

/** The program of a drawing process: draws the SVG of its input as a PNG. */
const PROGRAM = `
const [library, side, most] = process.argv.slice(1);
const sharp = require(library);
sharp.concurrency(1);
const parts = [];
process.stdin.on('data', (part) => parts.push(part)).on('end', async () => {
  const svg = Buffer.concat(parts);
  const { format, width, height } = await sharp(svg).metadata();
  if (format !== 'svg' || width > most || height > most) throw new Error('no such picture');
  const png = await sharp(svg).resize({ width: +side, height: +side, fit: 'inside' }).png().toBuffer();
  process.stdout.end(png);
});
`;

const LIMITED = `ulimit -d ${MOST_KILOBYTES} 2>/dev/null; exec "$0" "$@"`;

export interface DrawLimits {
  /** The most pixels of a side, as the SVG states it. */
  readonly mostPixels: number;
  readonly seconds: number;
  /** Ends the drawing if aborted. */
  readonly signal: AbortSignal;
}

/**
 * Draws an SVG as a PNG whose longest side has 1024 pixels; null if it cannot be drawn within the limits. Some small SVGs take hours or
 * all memory to draw, and the library can neither be interrupted nor limited: it ignored its own time limit. So a process of its own
 * draws, with little priority, without our environment, and is killed at the end of its time.
 */
export async function drawSvg(
  svg: Uint8Array,
  { mostPixels, seconds, signal }: DrawLimits,
): Promise<Buffer | null> {
  const library = createRequire(import.meta.url).resolve('sharp');
  // Without it, Node.js 24 reserves 512 MB for compiled code, which count as memory.
  const node = [
    process.execPath,
    '--jitless',
    '-e',
    PROGRAM,
    library,
    String(DRAWN_SIDE),
    String(mostPixels),
  ];
  const drawing = spawn('/bin/sh', ['-c', LIMITED, ...node], {
    cwd: '/',
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: seconds * 1_000,
    killSignal: 'SIGKILL',
    signal,
  });
  const kill = () => drawing.kill('SIGKILL');
  process.on('exit', kill);
  const ended = new Promise<number | null>((resolve) => {
    drawing.on('error', () => resolve(null));
    drawing.on('close', resolve);
  });
  beNice(drawing.pid);
  drawing.stdin.on('error', () => undefined);
  drawing.stdin.end(svg);
  try {
    const [png, code] = await Promise.all([buffer(drawing.stdout), ended]);
    return code === 0 && png.length > 0 ? png : null;
  } catch {
    return null;
  } finally {
    process.off('exit', kill);
  }
}

function beNice(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has already ended.
  }
}
