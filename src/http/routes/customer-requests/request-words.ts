import type {
  CustomerReturnReason,
  RequestKind,
  RequestRule,
  RequestState,
} from '../../../domain/customer-requests/customer-request.ts';
import { allWords } from '../../all-words.ts';

export const REQUEST_KIND_WORDS = allWords<RequestKind>({ reattempt: true, refusal: true, return: true });

export const REQUEST_STATE_WORDS = allWords<RequestState>({
  waiting: true,
  done: true,
  rejected: true,
  refused: true,
  outdated: true,
});

export const REQUEST_RULE_WORDS = allWords<RequestRule>({ at_once: true, approval: true, off: true });

export const CUSTOMER_RETURN_REASON_WORDS = allWords<CustomerReturnReason>({
  damaged: true,
  wrong_item: true,
  not_as_described: true,
  does_not_fit: true,
  changed_mind: true,
  other: true,
});
