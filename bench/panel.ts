import { statSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PANEL_FOLDER } from '../src/package-root.ts';
import { launchBrowser } from '../test/support/browser.ts';
import { median } from './support/compare.ts';
import { type Ground, startGround } from './support/listing/ground.ts';

export const name = 'The panel';

/** `PANEL_SHIPMENTS` for a quick run. */
const SHIPMENTS = Number(process.env.PANEL_SHIPMENTS ?? 100_000);
const ROUNDS = Number(process.env.PANEL_ROUNDS ?? 7);
const STEP_PX = 1_800;
const VIEWPORT = { width: 1360, height: 850 };
const LONG_TASK_MS = 50;

/** A page's record of its long tasks, and of when rows appeared first. */
const GATHER = `
  window.tasks = [];
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((one) => one.duration)))
    .observe({ type: 'longtask', buffered: true });
  window.rowsAt = null;
  new MutationObserver((_, observer) => {
    if (document.querySelector('tr.row') === null) return;
    window.rowsAt = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
`;

/** Scrolls down step by step, one step per frame, until the end; waits for rows that are still loading. */
const SCROLL = `(async ([selector, step, rows]) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const list = document.querySelector(selector);
  const last = () => Number([...list.querySelectorAll('[aria-rowindex]')].at(-1)?.getAttribute('aria-rowindex') ?? 0);
  window.tasks.length = 0;
  const begun = performance.now();
  let frames = 0;
  while (last() < rows) {
    list.scrollBy(0, step);
    frames += 1;
    await frame();
  }
  return { frames, ms: performance.now() - begun, tasks: window.tasks };
})`;

/**
 * A list of the same number of rows that a page holds completely and draws by hand: the best that a browser
 * can do.
 */
const BARE = `
  <style>#list { height: 700px; overflow: auto; position: relative } .line { position: absolute; height: 36px }</style>
  <div id="list" tabindex="0"><div id="all"></div></div>
  <script>
    const rows = ${'ROWS'};
    const list = document.getElementById('list');
    const all = document.getElementById('all');
    all.style.height = rows * 36 + 'px';
    const draw = () => {
      const first = Math.max(0, Math.floor(list.scrollTop / 36) - 12);
      const lines = [];
      for (let row = first; row < Math.min(rows, first + 44); row += 1)
        lines.push('<div class="line" style="top:' + row * 36 + 'px" aria-rowindex="' + (row + 2) + '">Order ' + row + ' Bengaluru 560038</div>');
      all.innerHTML = lines.join('');
    };
    list.addEventListener('scroll', draw);
    draw();
  </script>`;

interface Scrolled {
  readonly frames: number;
  readonly ms: number;
  /** The durations of long tasks, including time for which other processes had the processor. */
  readonly tasks: readonly number[];
  /** The processor time of the heaviest task. */
  readonly heaviest: number;
  /** The heap of the page at the end. */
  readonly heapBytes: number;
}

/** The panel's page of shipments, in a real Chromium, with the service. */
export async function run(): Promise<string> {
  const ground = await startGround({
    shipments: SHIPMENTS,
    accounts: 0,
    accountsShipments: 0,
    dataDir: null,
    databaseUrl: null,
  });
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ baseURL: ground.running.url, viewport: VIEWPORT });
    const apiKey = ground.headers.authorization ?? ground.headers.Authorization ?? '';
    await context.request.post('/custom/api/v1/session', { data: { api_key: apiKey } });
    const loads: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) loads.push(await timeLoad(context));
    const { page, bytes } = await open(context);
    const filters = await timeFilters(page);
    await page.goto('/shipments');
    await page.locator('tr.row').first().waitFor();
    const ours = await scroll(browser, page, '.grid');
    const best = await scroll(browser, await openBare(context), '#list');
    const asking = new AbortController();
    const asked = askForPages(ground, asking.signal);
    const beside = await scroll(browser, await openBare(context), '#list');
    asking.abort();
    await asked;
    return report({ loads, bytes, filters, ours, best, beside });
  } finally {
    await browser.close();
    await ground.stop();
  }
}

async function open(context: BrowserContext): Promise<{ page: Page; bytes: number }> {
  const page = await context.newPage();
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).pathname));
  await page.addInitScript(GATHER);
  await page.goto('/shipments');
  await page.locator('tr.row').first().waitFor();
  const texts = [...asked].filter((path) => /^\/assets\/.*\.(js|css)$/.test(path));
  const bytes = texts.reduce((sum, path) => sum + statSync(join(PANEL_FOLDER, `${path}.gz`)).size, 0);
  return { page, bytes };
}

async function openBare(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/health');
  await page.setContent(BARE.replace('ROWS', String(SHIPMENTS)));
  await page.evaluate(GATHER);
  return page;
}

/** Requests the same pages as the panel, one after the other, until it is stopped. */
async function askForPages({ running, headers }: Ground, signal: AbortSignal): Promise<void> {
  let next: unknown = null;
  while (!signal.aborted) {
    const body = JSON.stringify({ per_page: 100, ...(next !== null && { search_after: next }) });
    const answer = await fetch(`${running.url}/custom/api/v1/shipments`, { method: 'POST', headers, body });
    next = ((await answer.json()) as { meta: { next_search_after: unknown } }).meta.next_search_after;
  }
}

/** From the first byte of the page, with an empty cache, until rows are there and keys work. */
async function timeLoad(context: BrowserContext): Promise<number> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.addInitScript(GATHER);
  await page.goto('/shipments');
  await page.locator('tr.row').first().waitFor();
  const at = await page.evaluate<number>('window.rowsAt');
  await page.close();
  return at;
}

/**
 * From the last byte of the answer until its rows are in the page, for filters that were not used before on
 * that page.
 */
async function timeFilters(page: Page): Promise<number[]> {
  const times: number[] = [];
  const tabs = page.locator('nav.tabs button');
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto('/shipments');
    await page.locator('tr.row').first().waitFor();
    await tabs.locator('.count', { hasText: /\d/ }).first().waitFor();
    for (const at of [5, 2]) {
      const total = Number((await tabs.nth(at).locator('.count').textContent())?.replace(/\D/g, '') ?? 0);
      if (total === 0) continue;
      const shown = page.evaluate<number>(`new Promise((done) => {
        performance.clearResourceTimings();
        const rows = String(${total} + 1);
        const table = document.querySelector('.grid table');
        new MutationObserver((_, observer) => {
          if (table.getAttribute('aria-rowcount') !== rows || table.getAttribute('aria-busy') === 'true') return;
          const now = performance.now();
          observer.disconnect();
          // The browser enters a request into its list a little after its answer was read.
          const look = () => {
            const asked = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/shipments'));
            if (asked.length > 0) done(now - asked.at(-1).responseEnd);
            else setTimeout(look, 5);
          };
          look();
        }).observe(table, { attributes: true, childList: true, subtree: true });
      })`);
      await tabs.nth(at).click();
      times.push(await shown);
    }
  }
  return times;
}

async function scroll(browser: Browser, page: Page, selector: string): Promise<Scrolled> {
  await page.bringToFront();
  await browser.startTracing(page, { categories: ['toplevel'] });
  const seen = await page.evaluate<Pick<Scrolled, 'frames' | 'ms' | 'tasks'>>(
    `${SCROLL}(${JSON.stringify([selector, STEP_PX, SHIPMENTS])})`,
  );
  const heaviest = heaviestTask(await browser.stopTracing());
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize: heapBytes } = await session.send('Runtime.getHeapUsage');
  return { ...seen, heaviest, heapBytes };
}

/**
 * The processor time in milliseconds of the heaviest task of a page's main thread, from the browser's trace.
 */
function heaviestTask(trace: Buffer): number {
  type TraceEvent = {
    pid: number;
    tid: number;
    ph: string;
    name: string;
    tdur?: number;
    args?: { name?: string };
  };
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const pages = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(thread),
  );
  return traceEvents
    .filter((one) => one.ph === 'X' && one.name.endsWith('RunTask') && pages.has(thread(one)))
    .reduce((most, { tdur = 0 }) => Math.max(most, tdur / 1000), 0);
}

function report(seen: {
  readonly loads: readonly number[];
  readonly bytes: number;
  readonly filters: readonly number[];
  readonly ours: Scrolled;
  readonly best: Scrolled;
  readonly beside: Scrolled;
}): string {
  const { loads, bytes, filters, ours, best, beside } = seen;
  const long = ({ tasks }: Scrolled) => tasks.filter((ms) => ms > LONG_TASK_MS);
  const row = (what: string, scrolled: Scrolled) =>
    `| ${what} | ${scrolled.frames} | ${(scrolled.ms / 1000).toFixed(1)} | ${long(scrolled).length} | ${Math.max(0, ...long(scrolled)).toFixed(0)} | ${scrolled.heaviest.toFixed(0)} | ${(scrolled.heapBytes / 1_000_000).toFixed(0)} |`;
  return [
    `The shipments page with ${SHIPMENTS.toLocaleString('en')} shipments, headless Chromium and the service on one machine.`,
    '',
    `- First load, compressed, without fonts: ${(bytes / 1000).toFixed(0)} kB (goal 200).`,
    `- Rows visible and keys working: ${median(loads).toFixed(0)} ms after opening the address with an empty cache, median of ${loads.length} (goal 1,500).`,
    `- Filtered rows visible after the last byte of the answer: ${median(filters).toFixed(0)} ms, median of ${filters.length}, worst ${Math.max(...filters).toFixed(0)} (goal 50).`,
    '',
    `Scrolling to the end, ${STEP_PX} px per frame, with rows loaded on the way:`,
    '',
    `| List | frames | seconds | tasks over ${LONG_TASK_MS} ms | longest, ms | longest task in processor time, ms | memory at the end, MB |`,
    '|---|---:|---:|---:|---:|---:|---:|',
    row('The panel', ours),
    row('A bare list with all rows in memory', best),
    row('The same, while another program requests the pages', beside),
    '',
    `Tasks are measured in elapsed time, which includes the service, PostgreSQL and the browser's other threads. The processor time of the page itself is in its own column.`,
    '',
    `Load average at the end, with other work on the machine: ${loadavg()[0]?.toFixed(1)}.`,
  ].join('\n');
}
