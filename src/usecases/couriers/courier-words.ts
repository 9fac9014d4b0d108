import { readScannedStatus } from '../../domain/tracking/read-status.ts';
import type { NdrReason, RtoReason } from '../../domain/tracking/reasons.ts';
import { readReason, type WordMeaning } from '../../domain/tracking/scan.ts';
import type { GranularStatus } from '../../domain/tracking/statuses.ts';
import { wordKey } from '../../domain/tracking/word-key.ts';
import { notFound, refused } from '../../problems/problem.ts';
import { say, word } from '../../problems/sentence.ts';
import { WHOLE_SERVICE } from '../../storage/accounts/audit.ts';
import { findTrackingNumbers } from '../../storage/booking/tracking-numbers.ts';
import {
  type CourierWord,
  findCourierWords,
  listCourierWords,
  removeCourierWord,
  saveCourierWord,
} from '../../storage/tracking/courier-words.ts';
import {
  findReadableScans,
  listUnknownWords,
  type ReadableScan,
  settleReadScans,
  type UnknownWords,
} from '../../storage/tracking/unread-scans.ts';
import { isWholeService } from '../accounts/check-operator.ts';
import { type AccountContext, changeBy, type Service } from '../service.ts';
import type { AnnouncementParts } from '../tracking/on-moments.ts';
import { recordScans } from '../tracking/record-scans.ts';
import { NOT_SUPPORTED } from './check-courier-account.ts';
import type { CourierParts } from './courier-parts.ts';

const MOST_LISTED = 200;
const READ_AT_ONCE = 200;

/** Lists the words of couriers that nobody knows: in scans of the account, or of all accounts. */
export function unknownWordsOf(operator: AccountContext): Promise<UnknownWords[]> {
  const accountId = isWholeService(operator) ? null : operator.accountId;
  return listUnknownWords(operator.database, accountId, MOST_LISTED);
}

export type { CourierWord };

/** Lists the words that the operator has taught, by courier. */
export function taughtWords({ database }: Service): Promise<CourierWord[]> {
  return listCourierWords(database);
}

/** A code or words, and what they mean. */
interface Lesson {
  readonly courier: string;
  readonly words: string;
  readonly status: GranularStatus;
  readonly reason: NdrReason | RtoReason | null;
}

/**
 * Teaches the service a code or words of a courier, for all accounts, and reads the kept scans in these words.
 * Events that were read before keep their meaning.
 *
 * @throws Problem `refused` for an unknown courier, for words that the service knows itself, and for a reason
 * that the status cannot have
 */
export async function teachWords(
  operator: AccountContext & CourierParts & AnnouncementParts,
  { courier, words, status, reason }: Lesson,
): Promise<CourierWord> {
  if (operator.couriers.named(courier) === null) {
    throw refused(NOT_SUPPORTED);
  }
  const known = readScannedStatus(words);
  if (known !== null) {
    throw refused(
      say('courier_words_are_known', '{words} is known without this: {status}', {
        words,
        status: word(known),
      }),
    );
  }
  if (reason !== null && readReason(status, reason) !== reason) {
    throw refused(
      say('reason_not_of_status', '{status} cannot have the reason {reason}', {
        status: word(status),
        reason: word(reason),
      }),
    );
  }
  const lesson = { courier, words, key: wordKey(words), status, reason };
  const by = changeBy(operator, operator.actor);
  const wordId = await operator.database.change(WHOLE_SERVICE, by, async (writer) => {
    const saved = await saveCourierWord(writer, lesson);
    await writer.record({
      action: 'courier_word.saved',
      subjectKind: 'courier_word',
      subjectId: saved,
      changes: { courier, words, status, reason },
    });
    return saved;
  });
  await rereadScans(operator);
  return { ...lesson, wordId, updatedAt: by.now };
}

/** Takes words back, for later scans. Events that were read with them stay. @throws Problem `not_found` */
export async function forgetWords(operator: AccountContext, courier: string, words: string): Promise<void> {
  await operator.database.change(WHOLE_SERVICE, changeBy(operator, operator.actor), async (writer) => {
    const removed = await removeCourierWord(writer, courier, wordKey(words));
    if (removed === null) throw notFound(`${words} of ${courier}`);
    const { wordId, status, reason } = removed;
    await writer.record({
      action: 'courier_word.removed',
      subjectKind: 'courier_word',
      subjectId: wordId,
      changes: { courier, words: removed.words, status, reason },
    });
  });
}

/** A scan in unknown words, as far as a meaning is looked up for it. */
interface Looked {
  readonly code: string | null;
  readonly words: string;
}

/**
 * Looks up what the operator has taught about words that the adapter does not know. A code says more than
 * words, so it is looked up first.
 */
export async function meaningsOf(
  { database }: Service,
  courier: string,
  scans: readonly Looked[],
): Promise<(WordMeaning | null)[]> {
  const keysOf = ({ code, words }: Looked) => [...(code === null ? [] : [wordKey(code)]), wordKey(words)];
  const keys = [...new Set(scans.flatMap(keysOf))];
  if (keys.length === 0) return [];
  const byKey = new Map((await findCourierWords(database, courier, keys)).map((one) => [one.key, one]));
  return scans.map((scan) => {
    for (const key of keysOf(scan)) {
      const found = byKey.get(key);
      if (found !== undefined) return found;
    }
    return null;
  });
}

/**
 * Reads kept scans whose words the operator has taught since. They become late events. One that cannot be an
 * event, such as a status of a return for another parcel, stays as it is.
 */
export async function rereadScans(service: Service & AnnouncementParts): Promise<void> {
  const taught = await listCourierWords(service.database);
  if (taught.length === 0) return;
  for (;;) {
    const scans = await findReadableScans(service.database, taught, READ_AT_ONCE);
    for (const source of new Set(scans.map(sourceOf))) {
      await rereadGroup(
        service,
        scans.filter((scan) => sourceOf(scan) === source),
      );
    }
    if (scans.length < READ_AT_ONCE) return;
  }
}

function sourceOf({ courier, actorId }: ReadableScan): string {
  return `${courier} ${actorId}`;
}

/** @param scans of one courier, from one push address or courier account */
async function rereadGroup(
  service: Service & AnnouncementParts,
  scans: readonly ReadableScan[],
): Promise<void> {
  const [first] = scans;
  if (first === undefined) return;
  const { courier, actorId } = first;
  const numbers = await findTrackingNumbers(
    service.database,
    scans.map(({ trackingNumber }) => trackingNumber),
  );
  const meanings = await meaningsOf(service, courier, scans);
  const results = await recordScans(
    {
      ...service,
      carrierIds: [],
      courierAccountIds: [...new Set(numbers.flatMap(({ courierAccountId }) => courierAccountId ?? []))],
      actor: { kind: 'carrier', id: actorId, name: courier },
    },
    scans.map((scan, place) => ({
      trackingNumber: scan.trackingNumber,
      status: scan.words,
      eventTime: scan.eventAt.getTime(),
      location: scan.location,
      description: scan.description,
      reason: scan.reason,
      carrierEventId: scan.carrierEventId,
      qc: null,
      own: { courier, code: scan.code, means: meanings[place] ?? null, expectedDay: null },
    })),
  );
  const isRead = (place: number) =>
    meanings[place] !== null && /^(applied|recorded|duplicate)$/.test(results[place]?.result ?? '');
  await service.database.changeAcrossAccounts(
    changeBy(service, { kind: 'carrier', id: actorId, name: courier }),
    (transaction) =>
      settleReadScans(
        transaction,
        scans.map((scan, place) => ({ ...scan, isRead: isRead(place) })),
      ),
  );
}
