import type { AccountScope, AccountWriter } from '../account-scope.ts';

/** The hosts that may show the account's pages for customers in a frame, beside the websites of its stores. */
export async function findFrameHosts(scope: AccountScope): Promise<string[]> {
  const [row] = await scope.read<{ hosts: string[] }>(
    'select frame_hosts as hosts from accounts where account_id = $1',
    [],
  );
  return row?.hosts ?? [];
}

/** Returns them as they were before, with a lock, so that changes happen one after the other. */
export async function lockFrameHosts(writer: AccountWriter): Promise<string[]> {
  const [row] = await writer.read<{ hosts: string[] }>(
    'select frame_hosts as hosts from accounts where account_id = $1 for no key update',
    [],
  );
  return row?.hosts ?? [];
}

export async function keepFrameHosts(writer: AccountWriter, hosts: readonly string[]): Promise<void> {
  await writer.change('update accounts set frame_hosts = $2 where account_id = $1', [hosts]);
}
