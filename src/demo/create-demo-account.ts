import { SYSTEM } from '../domain/actor.ts';
import { hasNoAccount } from '../storage/accounts/accounts.ts';
import { createAccount } from '../usecases/accounts/create-account.ts';
import type { Service } from '../usecases/service.ts';

/**
 * On a service without any account, makes one to try things with.
 *
 * @returns null where there is an account already
 */
export async function createDemoAccount(
  service: Service,
): Promise<{ accountId: string; apiKey: string } | null> {
  if (!(await hasNoAccount(service.database))) return null;
  return createAccount(service, SYSTEM, 'Demo');
}
