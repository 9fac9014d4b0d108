import { pino } from 'pino';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { makeDemoData } from '../../../simulators/demo/make-demo-data.ts';
import { OPERATOR } from '../../../src/domain/actor.ts';
import { dayStart } from '../../../src/domain/calendar/india-day.ts';
import { indiaDay } from '../../../src/domain/india-time.ts';
import { startBackground } from '../../../src/service/background.ts';
import { createUser } from '../../../src/usecases/accounts/users.ts';
import { startApp, type TestAccount, type TestApp } from '../../support/app.ts';
import { launchBrowser } from '../../support/browser.ts';
import { courierLoopback } from '../../support/connected-courier.ts';
import { loopbackAllowed } from '../../support/webhooks.ts';

/** The base of the panel's tests: a running service with the demo account, and a browser. */
export interface Ground {
  readonly test: TestApp;
  readonly account: TestAccount;
  readonly address: string;
  readonly browser: Browser;
  /** A page in a browser context of its own; its errors are collected in `complaints`. */
  visit(options?: Parameters<Browser['newContext']>[0]): Promise<Visitor>;
  stop(): Promise<void>;
}

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /**
   * Script errors, violations of the content policy, and failed requests except those for a missing session.
   */
  readonly complaints: string[];
}

export const PASSWORD = 'correct horse battery';
export const USERNAME = 'asha@example.in';

const HOUR_MS = 3_600_000;
/** Later in the day, the tests could go on into the next one, in India. */
const LATEST_START_MS = 18 * HOUR_MS;

export async function lay(): Promise<Ground> {
  const at = { address: '' };
  const real = Date.now();
  const now = new Date(Math.min(real, dayStart(indiaDay(real)) + LATEST_START_MS));
  const [test, browser] = await Promise.all([
    startApp({
      now,
      publicUrl: () => at.address,
      shipping: { outgoing: loopbackAllowed(), courierOutgoing: courierLoopback() },
    }),
    launchBrowser(),
  ]);
  const account = await test.account('Demo');
  const { signal } = new AbortController();
  await makeDemoData(test.service, test.rateBooks, account.accountId, { seed: 'demo', signal });
  const asha = { name: 'Asha', email: USERNAME, phone: null, password: PASSWORD };
  await createUser(test.service, OPERATOR, account.accountId, asha);
  const background = startBackground(test.service, pino({ level: 'silent' }));
  at.address = await test.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    test,
    account,
    address: at.address,
    browser,
    visit: async (options = {}) => {
      const context = await browser.newContext({
        baseURL: at.address,
        locale: 'en-IN',
        viewport: { width: 1360, height: 850 },
        // Loading animations were drawn sixty times a second, which took a twelfth of the processor time.
        reducedMotion: 'reduce',
        ...options,
      });
      // As long as `expect.poll` waits: the browser's default of half a minute is too short on a slow
      // machine.
      context.setDefaultTimeout(60_000);
      await context.addInitScript(setClock, test.service.now().getTime() - Date.now());
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().includes('401')) complaints.push(message.text());
      });
      return { page, context, complaints };
    },
    stop: async () => {
      await browser.close();
      await background.stop();
      await test.stop();
    },
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
export async function signIn(visitor: Visitor, { account }: Ground, path = '/shipments'): Promise<void> {
  const { page, context } = visitor;
  const data = { api_key: account.apiKey };
  const answer = await context.request.post('/custom/api/v1/session', { data });
  if (!answer.ok()) throw new Error(await answer.text());
  await page.goto(path);
}

/** The same as people do it. */
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
