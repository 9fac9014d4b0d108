import type {
  DeliveryOffer,
  LastRequest,
  RequestForm,
  ReturnOffer,
} from '../../usecases/customer-requests/show-request-form.ts';
import type { TrackingPage } from '../../usecases/tracking/show-tracking-page.ts';
import { dayWords } from './day-words.ts';
import { type Html, html } from './html.ts';
import { findFormPath, langOf } from './page-links.ts';
import { phrase } from './phrase.ts';

/** The section of the tracking page with the possible requests and the state of the last request. */
export function customerRequestSection(
  shown: TrackingPage,
  { offer, last }: RequestForm,
  { path }: { readonly path: string },
): Html | null {
  const words = shown.language.asking;
  if (offer === null && last === null) return null;
  const isReturn = offer?.kind === 'return';
  const title = offer === null ? words.yourRequest : isReturn ? words.titleReturn : words.title;
  return html`<section id="request" aria-labelledby="asking">
<h2 id="asking">${title}</h2>
${last === null ? null : html`<p>${offer === null ? null : html`${words.yourRequest}: `}${requestText(shown, last)}${outcomeWords(shown, last)}</p>`}
${typeof last?.returnLinkCode !== 'string' ? null : html`<a class="button" href="/t/${last.returnLinkCode}?lang=${langOf(shown)}">${words.trackReturn}</a>`}
${
  offer === null
    ? null
    : html`<p>${leadWords(shown, offer)}</p>
<a class="button" href="${path}/ask?lang=${langOf(shown)}">${isReturn ? words.startReturn : words.start}</a>`
}
</section>`;
}

/** The section for people who have only the tracking number: it leads to the form with order and phone. */
export function dayByLinkSection(shown: TrackingPage): Html {
  const { asking, find } = shown.language;
  return html`<section aria-labelledby="asking">
<h2 id="asking">${asking.title}</h2>
<p>${asking.dayByLink}</p>
<a class="button" href="${findFormPath(shown)}#by-order">${find.title}</a>
</section>`;
}

function leadWords({ brand, language, today }: TrackingPage, offer: DeliveryOffer | ReturnOffer): string {
  const words = language.asking;
  if (offer.kind === 'return')
    return phrase(words.leadReturn, { day: dayWords(offer.until, today, language) });
  return phrase(offer.answers.anotherDay ? words.leadDay : words.leadDelivery, { brand: brand.name });
}

/** Returns the form's text for a request; null for a return, because its state already names it. */
function requestText({ language, today }: TrackingPage, { kind, deliveryDate }: LastRequest): Html | null {
  const words = language.asking;
  if (kind === 'return') return null;
  if (kind === 'refusal') return html`<b>${words.refuse}</b><br>`;
  const day = deliveryDate === null ? '' : `: ${dayWords(deliveryDate, today, language)}`;
  return html`<b>${words.again}${day}</b><br>`;
}

function outcomeWords({ brand, language }: TrackingPage, last: LastRequest): string {
  const { asking: words } = language;
  const answerText = last.answer === null ? '' : ` ${last.answer}`;
  const ofBrand = (text: string) => phrase(text, { brand: brand.name });
  switch (last.state) {
    case 'waiting':
      return last.isAtOnce ? words.asking : ofBrand(words.waiting);
    case 'done':
      return `${last.isAtOnce ? '' : `${ofBrand(words.approved)} `}${doneWords(last.kind, words)}${answerText}`;
    case 'rejected':
      return `${ofBrand(words.rejected)}${answerText}`;
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
