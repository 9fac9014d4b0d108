import type {
  CustomerReturnReason,
  RequestKind,
  RequestRule,
  RequestState,
} from '../../../domain/requests/request.ts';
import { everyWord } from '../../every-word.ts';

/** The words of domain, as the schemas of these routes list them. */
export const REQUEST_KIND_WORDS = everyWord<RequestKind>({ reattempt: true, refusal: true, return: true });

export const REQUEST_STATE_WORDS = everyWord<RequestState>({
  waiting: true,
  done: true,
  rejected: true,
  refused: true,
  outdated: true,
});

export const REQUEST_RULE_WORDS = everyWord<RequestRule>({ at_once: true, approval: true, off: true });

export const CUSTOMER_RETURN_REASON_WORDS = everyWord<CustomerReturnReason>({
  damaged: true,
  wrong_item: true,
  not_as_described: true,
  does_not_fit: true,
  changed_mind: true,
  other: true,
});
