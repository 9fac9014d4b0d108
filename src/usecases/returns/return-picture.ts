import { NoAnswerError } from '../../outgoing/outgoing-requests.ts';
import { notFound } from '../../problems/problem.ts';
import { LARGEST_PHOTO_BYTES, type PhotoSize, reEncodePhoto } from '../customer-requests/re-encode-photo.ts';
import type { LabelParts } from '../labels/label-links.ts';
import type { ListingParts } from '../long-work.ts';
import type { AccountContext } from '../service.ts';
import type { WebhookParts } from '../webhooks/emit-webhooks.ts';
import { getReturn } from './list-returns.ts';

const TIMEOUT_MS = 10_000;

/**
 * Returns a picture of a return: from the check at the door, or of the goods as they should be. It is fetched
 * from its address and encoded again, so that the user of the panel contacts no other server and receives
 * only a picture.
 *
 * @param address the picture's address in the return
 * @throws Problem `not_found` if the return has no such picture, or if it could not be fetched; as
 * `LongWork.ofPicture`
 */
export async function readReturnPicture(
  account: AccountContext & LabelParts & ListingParts & WebhookParts,
  returnId: string,
  address: string,
  size: PhotoSize,
  signal: AbortSignal,
): Promise<Buffer> {
  const { shown } = await getReturn(account, returnId);
  const addresses = [
    ...[...shown.qcAnswers.values()].flatMap(({ images }) => images),
    ...shown.qcItems.map(({ productImage }) => productImage),
  ];
  if (!addresses.includes(address) || !URL.canParse(address)) throw notFound('Picture');
  const url = new URL(address);
  const { longWork, accountId } = account;
  const picture = await longWork.ofPicture({ accountId, signal }, async (taker) => {
    const bytes = await fetchPicture(account, url, taker.signal);
    return bytes && reEncodePhoto(bytes, taker, size);
  });
  if (!picture) throw notFound('Picture');
  return picture.bytes;
}

async function fetchPicture(
  { outgoing }: WebhookParts,
  url: URL,
  signal: AbortSignal,
): Promise<Buffer | null> {
  try {
    const { status, body } = await outgoing.send({
      method: 'GET',
      url,
      headers: { accept: 'image/*' },
      body: null,
      timeoutMs: TIMEOUT_MS,
      longestBody: LARGEST_PHOTO_BYTES,
      isSafeToRepeat: true,
      signal,
    });
    return status === 200 ? body : null;
  } catch (error) {
    if (error instanceof NoAnswerError) return null;
    throw error;
  }
}
