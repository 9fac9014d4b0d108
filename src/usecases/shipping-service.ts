import type { EventEmitter } from 'node:events';
import type { SentToPartner } from '../partners/partner-traffic.ts';
import type { PasswordParts, PeopleParts } from './accounts/passwords.ts';
import type { BookingParts } from './booking/booking-parts.ts';
import type { ImportParts } from './imports/import-failure.ts';
import type { ListingParts } from './long-work.ts';
import type { MessageParts } from './messages/messaging.ts';
import type { PaperParts } from './papers/print-papers.ts';
import type { SampleParts } from './sample-data/prepare-samples.ts';
import type { AccountContext, Service } from './service.ts';
import type { ShopParts } from './shops/open-shop.ts';
import type { WebhookParts } from './webhooks/emit-webhooks.ts';

export type SentRequest = SentToPartner;

/**
 * All that use cases depend on, composed once in `main.ts` and in tests. Each use case names the parts that it takes, and only what
 * composes or runs everything takes this.
 */
export interface ShippingService
  extends Service,
    PasswordParts,
    PeopleParts,
    BookingParts,
    PaperParts,
    ListingParts,
    ShopParts,
    MessageParts,
    WebhookParts,
    ImportParts,
    SampleParts {
  /** Emits the courier's answer to each request. */
  readonly courierRequests: EventEmitter<{ sent: [SentRequest] }>;
  /** Emits the shop's answer to each request. */
  readonly shopRequests: EventEmitter<{ sent: [SentRequest] }>;
}

/** The account of a request, with all that the use cases of routes may take. */
export interface ShippingAccount extends ShippingService, AccountContext {}
