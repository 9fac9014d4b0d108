import { pino } from 'pino';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { makeDemoData } from '../../../simulators/demo/make-demo-data.ts';
import { OPERATOR } from '../../../src/domain/actor.ts';
import { startBackground } from '../../../src/service/background.ts';
import { createUser } from '../../../src/usecases/accounts/users.ts';
import { startApp, type TestAccount, type TestApp } from '../../support/app.ts';
import { launchBrowser } from '../../support/browser.ts';
import { courierLoopback } from '../../support/connected-courier.ts';
import { signInBy } from '../../support/people.ts';
import { LONGEST_WAIT_MS, until } from '../../support/until.ts';
import { loopbackAllowed } from '../../support/webhooks.ts';

/** What the tests in a browser share: a running service with one account, and a browser. */
export interface Ground {
  readonly test: TestApp;
  /** Has the demo data, or nothing. */
  readonly account: TestAccount;
  readonly address: string;
  readonly browser: Browser;
  /** A page in a browser context of its own, in the shared browser unless another one is given. */
  visit(options?: Parameters<Browser['newContext']>[0], browser?: Browser): Promise<Visitor>;
  stop(): Promise<void>;
}

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /**
   * Script errors, violations of the content policy, and failed requests except those for a missing session.
   */
  readonly complaints: string[];
  /** Waits until every request is answered, and what followed from the answers has asked for nothing more. */
  settled(): Promise<void>;
}

export const PASSWORD = 'correct horse battery';
export const USERNAME = 'asha@example.in';

/** A Monday at 09:30 in India, so that what the tests advance stays within the day. */
const MORNING = new Date('2026-11-16T04:00:00.000Z');

/** Starts a service and a browser. `data: 'demo'` fills the account with the demo data. */
export async function lay({ data }: { data: 'demo' | 'none' }): Promise<Ground> {
  const at = { address: '' };
  const [test, browser] = await Promise.all([
    startApp({
      now: MORNING,
      publicUrl: () => at.address,
      shipping: { outgoing: loopbackAllowed(), courierOutgoing: courierLoopback() },
    }),
    launchBrowser(),
  ]);
  const account = await test.account('Demo');
  if (data === 'demo') {
    const { signal } = new AbortController();
    await makeDemoData(test.service, test.rateBooks, account.accountId, { seed: 'demo', signal });
  }
  const asha = { name: 'Asha', email: USERNAME, phone: null, password: PASSWORD };
  await createUser(test.service, OPERATOR, account.accountId, asha);
  // The browser measures the end of a cookie from this time: its own clock is another one.
  test.app.server.prependListener('request', ({ method }, response) => {
    if (method === 'POST') response.setHeader('date', test.service.now().toUTCString());
  });
  const background = startBackground(test.service, pino({ level: 'silent' }));
  at.address = await test.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    test,
    account,
    address: at.address,
    browser,
    visit: async (options = {}, by = browser) => {
      const context = await by.newContext({
        baseURL: at.address,
        locale: 'en-IN',
        viewport: { width: 1360, height: 850 },
        // Drawing loading animations took a twelfth of the processor time.
        reducedMotion: 'reduce',
        ...options,
      });
      context.setDefaultTimeout(LONGEST_WAIT_MS);
      await context.addInitScript(setClock, test.service.now().getTime() - Date.now());
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().includes('401')) complaints.push(message.text());
      });
      return { page, context, complaints, settled: settledOf(page) };
    },
    stop: async () => {
      await browser.close();
      await background.stop();
      await test.stop();
    },
  };
}

const TWO_FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

function settledOf(page: Page): Visitor['settled'] {
  let [begun, open] = [0, 0];
  page.on('request', () => {
    begun += 1;
    open += 1;
  });
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', () => {
      open -= 1;
    });
  return async () => {
    let before: number;
    do {
      before = begun;
      await page.evaluate(TWO_FRAMES);
      await until(() => open === 0);
      await page.evaluate(TWO_FRAMES);
    } while (begun !== before);
  };
}

/** Makes a page's clock show the service's time, so that both mean the same day by *today*. Runs in the browser. */
function setClock(aheadMs: number): void {
  const RealDate = Date;
  const now = () => RealDate.now() + aheadMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (_, given, target) =>
      Reflect.construct(RealDate, given.length === 0 ? [now()] : given, target),
    get: (_, name) => (name === 'now' ? now : Reflect.get(RealDate, name)),
  });
}

/** Signs in with the account's key and opens a page: sets only the cookie, without showing the form. */
export async function signIn(visitor: Visitor, ground: Ground, path = '/shipments'): Promise<void> {
  await signInAs(visitor, ground, { api_key: ground.account.apiKey });
  await visitor.page.goto(path);
}

/** Signs in with a key, or with a username and a password, without opening a page. */
export async function signInAs(
  { context }: Visitor,
  { test, address }: Ground,
  credentials: { api_key: string } | { username: string; password: string },
): Promise<void> {
  const { cookie } = await signInBy(test, credentials);
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: address }]);
}

/** Signs in with the account's key in the form, as people do, and opens a page. */
export async function signInByForm(
  { page }: Visitor,
  { account }: Ground,
  path = '/shipments',
): Promise<void> {
  await page.goto(`/sign-in?to=${encodeURIComponent(path)}`);
  await page.getByRole('tab', { name: 'API key' }).click();
  await page.getByLabel('API key').last().fill(account.apiKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/sign-in');
}

/** Chooses an option of a field by its text. */
export async function choose(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: text, exact: true }).click();
}
