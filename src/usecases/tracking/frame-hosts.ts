import { isDeepStrictEqual } from 'node:util';
import { findFrameHosts, keepFrameHosts, lockFrameHosts } from '../../storage/accounts/frame-hosts.ts';
import { type AccountActor, changeBy } from '../service.ts';

export function listFrameHosts({ database, accountId }: AccountActor): Promise<string[]> {
  return findFrameHosts(database.account(accountId));
}

/** Sets the hosts that may show the account's pages for customers in a frame. The same hosts are not recorded. */
export async function setFrameHosts(account: AccountActor, hosts: readonly string[]): Promise<void> {
  const { database, accountId, actor } = account;
  await database.change(accountId, changeBy(account, actor), async (writer) => {
    const before = await lockFrameHosts(writer);
    if (isDeepStrictEqual(before, hosts)) return writer.skipAudit('nothing was changed');
    await keepFrameHosts(writer, hosts);
    await writer.record({
      action: 'tracking_page.changed',
      subjectKind: 'account',
      subjectId: accountId,
      changes: { frame_hosts: { from: before, to: hosts } },
    });
  });
}
