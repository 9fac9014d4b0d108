import type { AccountScope } from '../account-scope.ts';

/** The numbers of open tasks that are not about parcels. */
export interface Waiting {
  readonly requests: number;
  readonly failedMessages: number;
}

/** @param since failed messages before this time do not count as tasks */
export async function countWaiting(scope: AccountScope, since: Date): Promise<Waiting> {
  const [row] = await scope.read<Waiting>(
    `select
       (select count(*) from customer_requests r where r.account_id = $1 and r.state = 'waiting') as requests,
       (select count(*) from messages m
         where m.account_id = $1 and m.status = 'failed' and m.created_at >= $2) as "failedMessages"`,
    [since],
  );
  return row as Waiting;
}
