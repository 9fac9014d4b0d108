import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { it } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/package-root.ts';
import { type Ground, signIn } from './ground.ts';

const FOLDER = join(PACKAGE_ROOT, 'docs', 'images', 'panel');

/** The pictures of README and docs, of the demo account: `PICTURES=1 npm test -- test/browser/panel.test.ts -t pictures`. */
export function takePictures(ground: () => Ground): void {
  it('takes the pictures of README and docs', async () => {
    mkdirSync(FOLDER, { recursive: true });
    const light = await ground().visit({ viewport: { width: 1360, height: 800 }, colorScheme: 'light' });
    await signIn(light, ground(), '/shipments');
    await light.page.locator('tr.row').nth(6).click();
    await light.page.getByRole('heading', { name: 'History' }).waitFor();
    await keep(light.page, 'shipments');
    await light.page.goto('/ndr');
    await light.page.getByRole('heading', { name: 'History' }).waitFor();
    await keep(light.page, 'ndr');
    await light.page.emulateMedia({ colorScheme: 'dark' });
    await light.page.goto('/rates?from=110020&to=560038&weight=450&payment=cod&value=1299');
    await light.page.locator('polyline').waitFor();
    await keep(light.page, 'rates');
    await light.context.close();
  });
}

async function keep(page: Page, name: string): Promise<void> {
  await sharp(await page.screenshot())
    .webp({ quality: 75 })
    .toFile(join(FOLDER, `${name}.webp`));
}
