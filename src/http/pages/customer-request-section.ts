import type { LastRequest, RequestForm } from '../../usecases/customer-requests/show-request-form.ts';
import type { TrackingPage } from '../../usecases/tracking/show-tracking-page.ts';
import { dayWords } from './day-words.ts';
import { type Html, html } from './html.ts';
import { phrase } from './phrase.ts';

/** The section of the tracking page with the possible requests and the state of the last request. */
export function customerRequestSection(
  shown: TrackingPage,
  { offer, last }: RequestForm,
  { path }: { readonly path: string },
): Html | null {
  const { brand, language, today } = shown;
  const words = language.asking;
  if (offer === null && last === null) return null;
  const isReturn = offer?.kind === 'return';
  const lead =
    offer?.kind === 'return'
      ? phrase(words.leadReturn, { day: dayWords(offer.until, today, language) })
      : phrase(words.leadDelivery, { brand: brand.name });
  return html`<section aria-labelledby="asking">
<h2 id="asking">${offer === null ? words.yourRequest : isReturn ? words.titleReturn : words.title}</h2>
${last === null ? null : html`<p>${offer === null ? null : html`${words.yourRequest}: `}${requestText(last.kind, words)}${outcomeWords(shown, last)}</p>`}
${
  offer === null
    ? null
    : html`<p>${lead}</p>
<a class="button" href="${path}/ask?lang=${language.tag.slice(0, 2)}">${isReturn ? words.startReturn : words.start}</a>`
}
</section>`;
}

/** Returns the form's text for a request; null for a return, because its state already names it. */
function requestText(kind: LastRequest['kind'], words: TrackingPage['language']['asking']): Html | null {
  if (kind === 'return') return null;
  return html`<b>${kind === 'refusal' ? words.refuse : words.again}</b><br>`;
}

function outcomeWords({ brand, language }: TrackingPage, last: LastRequest): string {
  const { asking: words } = language;
  const answerText = last.answer === null ? '' : ` ${last.answer}`;
  switch (last.state) {
    case 'waiting':
      return last.isAtOnce ? words.asking : phrase(words.waiting, { brand: brand.name });
    case 'done':
      return `${doneWords(last.kind, words)}${answerText}`;
    case 'rejected':
      return `${phrase(words.rejected, { brand: brand.name })}${answerText}`;
    case 'refused':
      return `${words.refusedByCourier}${answerText === '' ? '' : ` (${last.answer})`}`;
    case 'outdated':
      return words.outdated;
  }
}

function doneWords(kind: LastRequest['kind'], words: TrackingPage['language']['asking']): string {
  if (kind === 'return') return words.returnAccepted;
  return kind === 'refusal' ? words.goesBack : words.againAsked;
}
