import { expect, it } from 'vitest';
import { makeUser } from '../../support/people.ts';
import { type Ground, PASSWORD, signIn, signInAs, signInByForm, USERNAME } from './ground.ts';

/** Signing in and out, and what a session protects. */
export function testSession(ground: () => Ground): void {
  it('asks to sign in first, and then opens the wanted page', async () => {
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
    await visitor.context.close();
  });

  it('forgets half-typed orders and searches of the tab on sign-out, but not the language', async () => {
    const visitor = await ground().visit();
    const { page } = visitor;
    await signIn(visitor, ground(), '/orders/new');
    await page.evaluate(`localStorage.setItem('dakiya.preferences', '{"theme":"dark"}')`);
    await page.getByLabel('Name', { exact: true }).fill('Half Typed');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('DEMO-1300');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Shipment details' }).waitFor();
    const kept = 'JSON.stringify([{ ...sessionStorage }, { ...localStorage }])';
    expect(await page.evaluate(kept)).toMatch(/Half Typed.*DEMO-1300|DEMO-1300.*Half Typed/);
    await page.getByRole('button', { name: /^Account: .*Demo$/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
    expect(await page.evaluate(kept)).toBe('[{},{"dakiya.preferences":"{\\"theme\\":\\"dark\\"}"}]');
    await page.goto('/shipments');
    await page.waitForURL('**/sign-in?*');
    await signIn(visitor, ground(), '/orders/new');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
    await visitor.context.close();
  });

  it('shows who is signed in and an entry to sign out on screens of every size', async () => {
    const { test, visit } = ground();
    const name = 'Padmanabhan Venkatasubramanian Narayanaswamy Iyer';
    const person = { username: 'iyer@handlooms.example', password: PASSWORD };
    const owner = await test.account('Shri Venkateshwara Handlooms and Handicrafts Private Limited');
    await makeUser(test, owner, { name, email: person.username, password: PASSWORD });
    const visitor = await visit();
    const { page } = visitor;
    await signInAs(visitor, ground(), person);
    for (const [width, height, language] of [
      [1360, 850, 'en'],
      [1280, 560, 'en'],
      [1280, 480, 'hi'],
      [360, 640, 'en'],
      [360, 640, 'hi'],
      [640, 360, 'hi'],
    ] as const) {
      const screen = `${width} x ${height} ${language}`;
      await page.setViewportSize({ width, height });
      await page.goto('/');
      await page.evaluate(`localStorage.setItem('dakiya.preferences', '${JSON.stringify({ language })}')`);
      await page.reload();
      await page.getByRole('button', { name: new RegExp(name) }).click();
      const menu = page.getByRole('menu');
      await menu.getByText(name).waitFor();
      const around = await menu.boundingBox();
      const item = await menu
        .getByRole('menuitem', { name: language === 'hi' ? 'लॉगआउट' : 'Sign out' })
        .boundingBox();
      if (around === null || item === null) throw new Error(`There is no menu on ${screen}`);
      expect(item.y, screen).toBeGreaterThanOrEqual(Math.max(0, around.y));
      expect(item.y + item.height, screen).toBeLessThanOrEqual(Math.min(height, around.y + around.height));
      expect(item.x, screen).toBeGreaterThanOrEqual(0);
      expect(item.x + item.width, screen).toBeLessThanOrEqual(width);
    }
    await visitor.context.close();
  });

  it('shows a request id only for an error of the service', async () => {
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

  it('refuses a change with the cookie but without its token', async () => {
    const visitor = await ground().visit();
    await signInByForm(visitor, ground());
    const [cookie] = await visitor.context.cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    const stores = `${ground().address}/custom/api/v1/client-stores`;
    const answer = await visitor.context.request.post(stores, { data: { store_name: 'stolen' } });
    expect(answer.status()).toBe(403);
    const read = await visitor.context.request.get(stores);
    expect(await read.text()).not.toContain('stolen');
    await visitor.context.close();
  });

  it('shows another account no shipment of this one', async () => {
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
