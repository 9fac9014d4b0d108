import { SYSTEM } from '../../domain/actor.ts';
import type { ShopAdapter, SubscribeAnswer } from '../../shops/shop-adapter.ts';
import { noteWebhooks, type StoredShop } from '../../storage/shops/shops.ts';
import type { MessageParts } from '../messages/messaging.ts';
import { changeBy, type Service } from '../service.ts';
import { askShop, type OpenShop, type ShopParts } from './open-shop.ts';
import type { ShopSecrets } from './shop-secrets.ts';

const SEE_WITHIN_MS = 10_000;
const SEEN_EVERY_MS = 24 * 60 * 60_000;
/** After a failure, or once a change came that no webhook told of. */
const SEEN_AGAIN_MS = 60 * 60_000;
/** A webhook may come this much later than its change. */
const LATE_MS = 60_000;

type Seen = Pick<StoredShop, 'webhooksSeenAt' | 'webhooksFailure' | 'lastBellAt'>;

/** The time since which a shop sends webhooks: those of older releases are known by their last one. Null if it never did. */
function seenAtOf({ webhooksSeenAt, lastBellAt }: Seen): Date | null {
  return webhooksSeenAt ?? lastBellAt;
}

/**
 * True for a change of which a webhook should have told by now.
 *
 * @param changedAt by the shop's clock
 */
export function isUntold(shop: Seen, changedAt: Date, now: Date): boolean {
  const since = seenAtOf(shop);
  const isLate = now.getTime() - changedAt.getTime() >= LATE_MS;
  return since !== null && changedAt > since && isLate;
}

/** Whether the webhooks of a shop are to be looked at: once a day, sooner if something is wrong. */
export function areWebhooksDue(shop: Seen, hasUntold: boolean, now: Date): boolean {
  const seenAt = seenAtOf(shop);
  if (seenAt === null) return false;
  const isWrong = hasUntold || shop.webhooksFailure !== null;
  return now.getTime() - seenAt.getTime() >= (isWrong ? SEEN_AGAIN_MS : SEEN_EVERY_MS);
}

/** Makes a shop send its webhooks again if it has switched some off, or has lost them, and keeps what was found. */
export async function seeWebhooks(
  service: Service & ShopParts & MessageParts,
  shop: StoredShop,
): Promise<void> {
  const subscribe: Asking = async (adapter, signal, { secrets }) =>
    adapter.subscribe?.(hookAddressOf(service, shop, secrets), secrets.hookSecret, signal);
  const reply = await askShop(service, shop, SEE_WITHIN_MS, subscribe, 'soon');
  const answer =
    reply.kind === 'answered' ? reply.answer : ({ outcome: 'refused', reason: reply.reason } as const);
  if (answer !== undefined) await keepSeenWebhooks(service, shop, answer);
}

type Asking = (
  adapter: ShopAdapter,
  signal: AbortSignal,
  opened: OpenShop,
) => Promise<SubscribeAnswer | undefined>;

/** Keeps what came of making a shop send its webhooks. */
export async function keepSeenWebhooks(
  service: Service,
  shop: StoredShop,
  answer: SubscribeAnswer,
): Promise<void> {
  const { accountId, shopId, webhooksMendedAt } = shop;
  const isMended = answer.outcome === 'done' && answer.mended > 0 && seenAtOf(shop) !== null;
  await service.database.change(accountId, changeBy(service, SYSTEM), async (writer) => {
    await noteWebhooks(writer, shopId, {
      webhooksMendedAt: isMended ? writer.now : webhooksMendedAt,
      webhooksFailure: answer.outcome === 'done' ? null : answer.reason,
    });
    const record = { action: 'shop.webhooks_mended', subjectKind: 'shop', subjectId: shopId } as const;
    if (isMended) await writer.record({ ...record, changes: { webhooks: answer.mended } });
    else writer.skipAudit('what is known of the shop is no data of the account');
  });
}

/** The address to which a shop sends its webhooks. */
export function hookAddressOf(
  { messaging }: Pick<MessageParts, 'messaging'>,
  { shop }: Pick<StoredShop, 'shop'>,
  { hookToken }: Pick<ShopSecrets, 'hookToken'>,
): string {
  return `${messaging.publicUrl()}/shop-events/${shop}/${hookToken}`;
}
