import { SYSTEM } from '../../domain/actor.ts';
import { measureLogo } from '../../domain/brand-color.ts';
import { findLogo, keepLook, listUnseenLogos } from '../../storage/stores/logos.ts';
import { changeBy, type Service } from '../service.ts';
import { readLogoLook } from './check-logo.ts';

/** With this number, a run of maintenance takes a second or two. */
const LOGOS_AT_ONCE = 20;
const NOTHING_SEEN = measureLogo(new Uint8Array());

/** Reads the colours of logos that an older release stored without colours. */
export async function measureOldLogos(service: Service): Promise<void> {
  for (const logo of await listUnseenLogos(service.database, LOGOS_AT_ONCE)) {
    const bytes = await findLogo(service.database.account(logo.accountId), logo.storeId, logo.contentHash);
    const look = bytes === null ? NOTHING_SEEN : await readLogoLook(bytes);
    await service.database.change(logo.accountId, changeBy(service, SYSTEM), async (writer) => {
      await keepLook(writer, logo, look);
      writer.skipAudit('it is computed from the logo, which stays');
    });
  }
}
