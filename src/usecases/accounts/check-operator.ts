import { createHash, timingSafeEqual } from 'node:crypto';
import { OPERATOR } from '../../domain/actor.ts';
import { WHOLE_SERVICE } from '../../storage/accounts/audit.ts';
import { type AccountContext, WHOLE_ACCOUNT } from '../service.ts';
import type { ShippingAccount, ShippingService } from '../shipping-service.ts';
import { assertAccount } from './accounts.ts';

/** Finds the owner of a credential: see `CredentialChecker` of the HTTP layer. */
interface Checker {
  known(text: string): ShippingAccount | null;
  check(text: string): Promise<ShippingAccount | null>;
  wasGood(text: string): boolean;
}

/** The token, and the account for which the operator acts. */
const SENT = /^(.+?)(?:\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?$/i;

/**
 * Creates the check of the operator's credential: `<token>` for the whole service, or `<token>/<account id>`
 * to act as an owner of that account.
 */
export function operatorCredential(service: ShippingService, token: string): Checker {
  // Hashes have one length, so the time of a comparison tells nothing about the token.
  const wanted = digestOf(token);
  const isOperator = (text: string) => timingSafeEqual(digestOf(SENT.exec(text)?.[1] ?? ''), wanted);
  return {
    known: () => null,
    wasGood: isOperator,
    check: async (text) => {
      if (!isOperator(text)) return null;
      const accountId = SENT.exec(text)?.[2]?.toLowerCase() ?? WHOLE_SERVICE;
      if (accountId !== WHOLE_SERVICE) await assertAccount(service, accountId);
      return { ...service, ...WHOLE_ACCOUNT, accountId, actor: OPERATOR };
    },
  };
}

/** Accepts the operator's credential where accounts' credentials are accepted. */
export function withOperator(accounts: Checker, operator: Checker): Checker {
  const checkerOf = (text: string) => (operator.wasGood(text) ? operator : accounts);
  return {
    known: (text) => accounts.known(text),
    wasGood: (text) => checkerOf(text).wasGood(text),
    check: (text) => checkerOf(text).check(text),
  };
}

/** Returns the account for which the operator acts; null for the whole service. */
export function namedAccount(operator: AccountContext): string | null {
  return isWholeService(operator) ? null : operator.accountId;
}

/** Tells whether the operator acts for no account. */
export function isWholeService({ accountId }: AccountContext): boolean {
  return accountId === WHOLE_SERVICE;
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
