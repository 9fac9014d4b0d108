import type { Actor } from '../domain/actor.ts';
import {
  type CarrierCredential,
  findCarrierCredential,
  noteCarrierCredentialUse,
} from '../storage/carrier-credentials.ts';
import { CredentialCache } from './credential-cache.ts';
import type { ShippingService } from './service.ts';

/** A courier's request that has passed the credential check. */
export interface CarrierContext extends ShippingService {
  readonly credentialId: string;
  /** The only carriers whose shipments it moves. */
  readonly carrierIds: readonly string[];
  readonly actor: Actor;
}

/** The check of carrier credentials. */
export class CarrierCredentialCheck {
  private readonly service: ShippingService;
  private readonly cache: CredentialCache<CarrierCredential & { readonly secretHash: Buffer }>;

  constructor(service: ShippingService, onError: (error: unknown) => void) {
    this.service = service;
    this.cache = new CredentialCache(service, {
      find: (prefix) => findCarrierCredential(service.database, prefix),
      noteUse: (uses) => noteCarrierCredentialUse(service.database, uses),
      onError,
    });
  }

  /**
   * @param text what the courier sent, without `Bearer`
   * @returns null where the credential is missing, unknown, expired or revoked; an account's is unknown here
   */
  async check(text: string): Promise<CarrierContext | null> {
    const credential = await this.cache.check(text);
    if (credential === null) return null;
    const { credentialId, carrierIds, name } = credential;
    return {
      ...this.service,
      credentialId,
      carrierIds,
      actor: { kind: 'carrier', id: credentialId, name },
    };
  }

  /** Writes down the last uses and stops. */
  async close(): Promise<void> {
    await this.cache.close();
  }
}
