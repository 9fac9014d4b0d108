import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { LABEL_FORMATS } from '../../src/papers/labels/label-content.ts';
import { PaperThread } from '../../src/papers/paper-thread.ts';
import { renderPapers } from '../../src/papers/render-papers.ts';
import { RECEIVERS_BY_SCRIPT, sampleLabel } from '../support/sample-label.ts';
import { sampleManifest } from '../support/sample-manifest.ts';

const MADE_AT = Date.parse('2026-11-15T05:00:00Z');
const UNPRINTABLE = sampleLabel({ trackingNumber: 'ΩΩ' });

let thread: PaperThread;

/** The thread is a program of the build. */
beforeAll(() => {
  thread = new PaperThread(pathToFileURL(join(PACKAGE_ROOT, 'dist/paper-worker.js')));
});
afterAll(() => thread.close());

/** More than the thread processes at once, in two scripts. */
function labels(count = 21) {
  const receivers = Object.values(RECEIVERS_BY_SCRIPT).slice(0, 2);
  return Array.from({ length: count }, (_, index) => {
    const receiver = receivers[index % receivers.length];
    return sampleLabel({ trackingNumber: `DKY${index}`, ...(receiver ? { receiver } : {}) });
  });
}

describe('the paper thread', () => {
  it.each(LABEL_FORMATS)('writes %s like the renderer, for several files at once', async (format) => {
    const [first, second] = await Promise.all([
      buffer(thread.render(format, labels(), MADE_AT)),
      buffer(thread.render(format, labels(3), MADE_AT)),
    ]);
    expect(first.equals(await buffer(renderPapers(format, labels(), MADE_AT)))).toBe(true);
    expect(second.equals(await buffer(renderPapers(format, labels(3), MADE_AT)))).toBe(true);
  });

  it('writes manifests like the renderer', async () => {
    const pages = [sampleManifest([{}, {}]), sampleManifest()];
    const written = await buffer(thread.render('manifest', pages, MADE_AT));
    expect(written.equals(await buffer(renderPapers('manifest', pages, MADE_AT)))).toBe(true);
  });

  it('reports a wrong label, and continues with other files', async () => {
    const wrong = await buffer(thread.render('pdf', [UNPRINTABLE], MADE_AT)).catch((error) => error);
    const told = await buffer(renderPapers('pdf', [UNPRINTABLE], MADE_AT)).catch((error) => error);
    expect(wrong).toMatchObject({ name: 'Problem', kind: 'refused', problems: told.problems });
    expect(await buffer(thread.render('zpl', labels(1), MADE_AT))).not.toHaveLength(0);
  });

  it('stops its files when it is closed, and starts again for the next file', async () => {
    const begun = thread.render('pdf', labels(), MADE_AT);
    await begun.next();
    const [broken] = await Promise.allSettled([begun.next(), thread.close()]);
    expect(broken).toMatchObject({
      status: 'rejected',
      reason: { kind: 'unavailable', retryAfterSeconds: 5 },
    });
    expect(await buffer(thread.render('zpl', labels(1), MADE_AT))).not.toHaveLength(0);
  });
});
