import type { Actor } from '../../domain/actor.ts';
import {
  type CarrierCredential,
  findCarrierCredential,
  noteCarrierCredentialUse,
} from '../../storage/tracking/carrier-credentials.ts';
import { CredentialCache, type CredentialCheckOptions } from '../accounts/credential-cache.ts';
import type { ShippingService } from '../service.ts';

/** A courier's request that has passed the credential check. */
export interface CarrierContext extends ShippingService {
  readonly credentialId: string;
  /** The only carriers whose shipments it moves. */
  readonly carrierIds: readonly string[];
  readonly actor: Actor;
}

type KnownCredential = CarrierCredential & { readonly secretHash: Buffer };

/** The check of carrier credentials. */
export class CarrierCredentialCheck {
  private readonly service: ShippingService;
  private readonly cache: CredentialCache<KnownCredential>;

  constructor(service: ShippingService, options: CredentialCheckOptions) {
    this.service = service;
    this.cache = new CredentialCache(service, {
      find: (prefix) => findCarrierCredential(service.database, prefix),
      noteUse: (uses) => noteCarrierCredentialUse(service.database, uses),
      ...options,
    });
  }

  /**
   * @param text what the courier sent, without `Bearer`
   * @returns null where the credential is missing, unknown, expired or revoked; an account's is unknown here
   */
  async check(text: string): Promise<CarrierContext | null> {
    const credential = await this.cache.check(text);
    return credential && this.contextOf(credential);
  }

  /** The same from what is at hand: null also where the database would have to be asked. */
  known(text: string): CarrierContext | null {
    const credential = this.cache.known(text);
    return credential ? this.contextOf(credential) : null;
  }

  /** Whether the text was a good credential when it was last checked here. */
  wasGood(text: string): boolean {
    return this.cache.wasGood(text);
  }

  private contextOf(credential: KnownCredential): CarrierContext {
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
