import { expect, it } from 'vitest';
import { OPERATOR } from '../../../src/domain/actor.ts';
import { createUser } from '../../../src/usecases/accounts/users.ts';
import { signInBy } from '../../support/people.ts';
import { type Ground, PASSWORD, signIn, signInByForm, USERNAME } from './ground.ts';

/** Signing in and out, and the security of a session. */
export function testSession(ground: () => Ground): void {
  it('takes whoever is not signed in to the sign-in, and back to where they were going', async () => {
    const visitor = await ground().visit();
    const { page } = visitor;
    await page.goto('/shipments?status=ndr_raised');
    await page.getByLabel('Email or phone').fill(USERNAME);
    await page.getByLabel('Password').last().fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('Wrong email/phone or password.');
    await page.getByLabel('Password').last().fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Shipments' }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=ndr_raised');
    await page.getByRole('button', { name: /^Account: .*Demo$/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
    await page.goto('/shipments');
    await page.waitForURL('**/sign-in?*');
    await visitor.context.close();
  });

  it.each<[on: string, width: number, height: number, language: 'en' | 'hi']>([
    ['a desktop', 1360, 850, 'en'],
    ['a low laptop', 1280, 560, 'en'],
    ['a low laptop in Hindi', 1280, 480, 'hi'],
    ['a phone', 360, 640, 'en'],
    ['a phone in Hindi', 360, 640, 'hi'],
    ['a phone on its side', 640, 360, 'hi'],
  ])(
    'tells who is signed in, and offers to sign out where it is seen, on %s',
    async (_on, width, height, language) => {
      const { test, visit, address } = ground();
      const name = 'Padmanabhan Venkatasubramanian Narayanaswamy Iyer';
      const username = `iyer-${width}-${height}-${language}@handlooms.example`;
      const owner = await test.account('Shri Venkateshwara Handlooms and Handicrafts Private Limited');
      await createUser(test.service, OPERATOR, owner.accountId, {
        ...{ name, email: username, phone: null, password: PASSWORD },
      });
      const { cookie } = await signInBy(test, { username, password: PASSWORD });
      const [key = '', value = ''] = cookie.split('=');
      const visitor = await visit({ viewport: { width, height } });
      const { page, context } = visitor;
      await context.addCookies([{ name: key, value, url: address }]);
      await context.addInitScript(
        `localStorage.setItem('dakiya.preferences', '${JSON.stringify({ language })}')`,
      );
      await page.goto('/');
      await page.getByRole('button', { name: new RegExp(name) }).click();
      const menu = page.getByRole('menu');
      await menu.getByText(name).waitFor();
      const around = await menu.boundingBox();
      const item = await menu
        .getByRole('menuitem', { name: language === 'hi' ? 'लॉगआउट' : 'Sign out' })
        .boundingBox();
      if (around === null || item === null) throw new Error('There is no menu');
      expect(item.y).toBeGreaterThanOrEqual(Math.max(0, around.y));
      expect(item.y + item.height).toBeLessThanOrEqual(Math.min(height, around.y + around.height));
      expect(item.x).toBeGreaterThanOrEqual(0);
      expect(item.x + item.width).toBeLessThanOrEqual(width);
      await context.close();
    },
  );

  it('shows a request id only of what the service is to blame for', async () => {
    const visitor = await ground().visit();
    const { page } = visitor;
    await page.goto('/sign-in');
    await page.getByLabel('Email or phone').fill(USERNAME);
    await page.getByLabel('Password').last().fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const alert = page.getByRole('alert');
    expect(await alert.textContent()).toContain('Wrong email/phone or password.');
    expect(await alert.textContent()).not.toContain('Request');
    await page.route('**/custom/api/v1/session', (route) =>
      route.fulfill({
        status: 500,
        headers: { 'x-request-id': 'basket-7' },
        json: { errors: ['It failed'] },
      }),
    );
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('basket-7').waitFor();
    await visitor.context.close();
  });

  it('changes nothing by a stolen cookie without its token', async () => {
    const visitor = await ground().visit();
    await signInByForm(visitor, ground());
    const [cookie] = await visitor.context.cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    const answer = await visitor.context.request.post(`${ground().address}/custom/api/v1/client-stores`, {
      data: { store_name: 'stolen' },
    });
    expect(answer.status()).toBe(403);
    const read = await visitor.context.request.get(`${ground().address}/custom/api/v1/client-stores`);
    expect(await read.text()).not.toContain('stolen');
    await visitor.context.close();
  });

  it('shows another account nothing of this one', async () => {
    const { test, visit } = ground();
    const other = await test.account('Another');
    const shipment = await ground().account.post('/shipments', { per_page: 1 });
    const visitor = await visit();
    await signIn(visitor, { ...ground(), account: other }, `/shipments?open=${shipment.json().data[0].id}`);
    await visitor.page.getByRole('heading', { name: 'No shipments yet' }).waitFor();
    await visitor.page.getByRole('alert').waitFor();
    expect(await visitor.page.getByRole('complementary').textContent()).not.toContain('DEMO-');
    await visitor.context.close();
  });
}
