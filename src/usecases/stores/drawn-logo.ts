import { drawSvg } from '../../pictures/draw-svg.ts';
import { refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import { FairQueue, type QueueClient } from '../fair-queue.ts';
import { LARGEST_LOGO_BYTES, LARGEST_LOGO_SIDE } from './check-logo.ts';
import { forbiddenIn, isSvg } from './svg.ts';

/** A usual logo takes half a second, most of which is the start of a process. */
const LONGEST_DRAWING_SECONDS = 10;

const drawings = new FairQueue({ atOnce: 2, perSharer: 1, waitingPerSharer: 10, waiting: 100 });

const NOT_DRAWN = say(
  'logo_not_drawn',
  'logo cannot be drawn: an SVG must be whole, at most {most} px wide and high, and drawn within {seconds} seconds',
  { most: LARGEST_LOGO_SIDE, seconds: LONGEST_DRAWING_SECONDS },
);

/**
 * Draws a logo that is an SVG as a PNG, because an SVG can run programs in whatever shows it. Other files are returned as they are.
 *
 * @throws Problem `refused` for an SVG that may not be or cannot be drawn; like `FairQueue`
 */
export async function drawnLogo(bytes: Buffer, client: QueueClient): Promise<Buffer> {
  if (bytes.length > LARGEST_LOGO_BYTES || !isSvg(bytes)) return bytes;
  const found = forbiddenIn(bytes);
  if (found !== null) throw refused(svgHolds(found));
  const drawn = await drawings.take(client, () =>
    drawSvg(bytes, {
      mostPixels: LARGEST_LOGO_SIDE,
      seconds: LONGEST_DRAWING_SECONDS,
      signal: client.signal,
    }),
  );
  if (drawn === null) throw refused(NOT_DRAWN);
  return drawn;
}

function svgHolds(found: string) {
  return say(
    'logo_svg_holds',
    'logo must be an SVG without {found}: it may hold only its own shapes and colours, and texts as paths, in UTF-8',
    { found },
  );
}
