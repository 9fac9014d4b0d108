import { SYSTEM } from '../../domain/actor.ts';
import { detailsOf, type Sentence, say } from '../../problems/sentence.ts';
import { giveUpOpenDeliveries } from '../../storage/webhooks/deliveries.ts';
import { lockEndpoint, saveEndpoint } from '../../storage/webhooks/endpoints.ts';
import type { MessageParts } from '../messages/messaging.ts';
import { enqueueNotices } from '../notices.ts';
import { changeBy, type Service } from '../service.ts';
import { SWITCHED_OFF_NOTICE } from './switched-off-notice.ts';
import type { SecretOwner } from './webhook-secrets.ts';

/** Disables an endpoint that does not work, and notifies the account. Missed events can be replayed. */
export async function switchOffEndpoint(
  service: Service & MessageParts,
  { accountId, endpointId }: SecretOwner,
  why: Sentence,
): Promise<void> {
  await service.database.change(accountId, changeBy(service, SYSTEM), async (writer) => {
    const endpoint = await lockEndpoint(writer, endpointId);
    if (endpoint === null || !endpoint.enabled) {
      writer.skipAudit('it is switched off or deleted already');
      return;
    }
    await saveEndpoint(writer, {
      ...endpoint,
      enabled: false,
      updatedAt: writer.now,
      switchedOffAt: writer.now,
      switchedOffWhy: why,
    });
    const notSent = say('endpoint_does_not_work', 'not sent: the endpoint was switched off, because {why}', {
      why,
    });
    await giveUpOpenDeliveries(writer, endpointId, notSent);
    await enqueueNotices(service, writer, SWITCHED_OFF_NOTICE, endpointId);
    await writer.record({
      action: 'webhook.switched_off',
      subjectKind: 'webhook',
      subjectId: endpointId,
      changes: { enabled: { from: true, to: false }, why: why.text, why_details: detailsOf(why) },
    });
  });
}
