import { join } from 'node:path';
import { it } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/package-root.ts';
import { type Ground, signIn } from './ground.ts';

const FOLDER = join(PACKAGE_ROOT, 'docs', 'images');

/** The pictures of the README, of the demo account: `PICTURES=1 npm test -- test/browser/panel.test.ts -t pictures`. */
export function takePictures(ground: () => Ground): void {
  it('takes the pictures of the README', async () => {
    const light = await ground().visit({ viewport: { width: 1360, height: 800 }, colorScheme: 'light' });
    await signIn(light, ground(), '/shipments');
    await light.page.locator('tr.row').nth(6).click();
    await light.page.getByRole('heading', { name: 'Customer' }).waitFor();
    await light.page.screenshot({ path: join(FOLDER, 'panel-shipments.png') });
    await light.page.goto('/ndr');
    await light.page.getByRole('heading', { name: 'History' }).waitFor();
    await light.page.screenshot({ path: join(FOLDER, 'panel-ndr.png') });
    await light.page.emulateMedia({ colorScheme: 'dark' });
    await light.page.goto('/rates?from=110020&to=560038&weight=450&payment=cod&value=1299');
    await light.page.locator('polyline').waitFor();
    await light.page.screenshot({ path: join(FOLDER, 'panel-rates.png') });
    await light.context.close();
  });
}
