import type { CodeWay } from '../../usecases/customer-requests/code-ways.ts';
import type { DeliveryOffer, ReturnOffer } from '../../usecases/customer-requests/show-request-form.ts';
import type { TrackingPage } from '../../usecases/tracking/show-tracking-page.ts';
import { brandHeading, logoPath } from './brand-heading.ts';
import { dateWords } from './day-words.ts';
import { type Html, html } from './html.ts';
import { page } from './page.ts';
import { langOf } from './page-links.ts';
import { phrase } from './phrase.ts';

type Words = TrackingPage['language']['asking'];

/** The reason why a page is shown again: the name of the text that explains it. */
export type CustomerRequestNotice = keyof Omit<Words, 'reasons'>;

export interface CustomerRequestPage {
  readonly shown: TrackingPage;
  /** `/t/k7m2qx9d4ht`. */
  readonly path: string;
  readonly notice: CustomerRequestNotice | null;
}

export interface PhotoLimits {
  readonly count: number;
  readonly megabytes: number;
}

/** The page on which a customer chooses the channel for the code. */
export function choosePage(
  { shown, path, notice }: CustomerRequestPage,
  offer: DeliveryOffer | ReturnOffer,
): string {
  const words = shown.language.asking;
  return askingPage({ shown, path, notice }, titleOf(offer, words), {
    content: html`<p>${words.codeLead}</p>
<form method="post" action="${path}/codes">
${langField(shown)}
<fieldset><legend class="hidden">${words.sendCode}</legend>
${offer.ways.map(
  (way, index) =>
    html`<label class="choice"><input type="radio" name="channel" value="${way.channel}"${index === 0 ? html` checked` : null}> ${wayWords(way, words)}</label>\n`,
)}</fieldset>
<button>${words.sendCode}</button>
</form>`,
  });
}

/** The page on which a customer types the code. @param by the channel, or any other text */
export function codePage(
  { shown, path, notice }: CustomerRequestPage,
  offer: DeliveryOffer | ReturnOffer,
  by: string,
): string {
  const words = shown.language.asking;
  const way = offer.ways.find(({ channel }) => channel === by);
  return askingPage({ shown, path, notice }, titleOf(offer, words), {
    content: html`<form method="post" action="${path}/code">
${langField(shown)}
${way === undefined ? null : html`<p>${wayWords(way, words)}</p>\n<input type="hidden" name="by" value="${way.channel}">`}
<label for="code">${words.codeLabel}</label>
<input id="code" name="code" required inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,9}" maxlength="9" autofocus>
<button>${words.goOn}</button>
</form>
<p><a href="${path}/ask?lang=${langOf(shown)}">${words.anotherCode}</a></p>`,
  });
}

export function customerRequestFormPage(
  { shown, path, notice }: CustomerRequestPage,
  offer: DeliveryOffer | ReturnOffer,
  form: {
    readonly pass: string;
    readonly typed: Readonly<Record<string, string>>;
    readonly limits: PhotoLimits;
  },
): string {
  const words = shown.language.asking;
  const typed = (name: string) => form.typed[name] ?? '';
  return askingPage({ shown, path, notice }, titleOf(offer, words), {
    limits: form.limits,
    content: html`<form method="post" action="${path}/ask/${form.pass}" enctype="multipart/form-data">
${langField(shown)}
${offer.kind === 'return' ? returnFields(shown, typed) : deliveryFields(shown, offer, typed)}
<label for="note">${words.note}</label>
<textarea id="note" name="note" maxlength="300" rows="3">${typed('note')}</textarea>
<label for="photos">${phrase(words.photos, { count: String(form.limits.count) })}</label>
<input id="photos" name="photos" type="file" accept="image/jpeg,image/png,image/webp" multiple>
<button>${words.send}</button>
</form>`,
  });
}

function deliveryFields(
  { brand, language }: TrackingPage,
  { answers, days }: DeliveryOffer,
  typed: (name: string) => string,
): Html {
  const words = language.asking;
  const isAgain = answers.anotherDay || answers.landmark;
  const chosen = typed('answer') === '' ? (isAgain ? 'again' : 'refuse') : typed('answer');
  const choice = (value: string, text: string) =>
    html`<label class="choice"><input type="radio" name="answer" value="${value}"${chosen === value ? html` checked` : null}> ${text}</label>`;
  return html`<fieldset><legend class="hidden">${words.title}</legend>
${
  isAgain
    ? html`${choice('again', words.again)}
<div class="inset">
${
  answers.anotherDay
    ? html`<label for="day">${words.day}</label>
<select id="day" name="day"><option value="">${words.anyDay}</option>${days.map(
        (day) =>
          html`<option value="${day}"${typed('day') === day ? html` selected` : null}>${dateWords(day, language)}</option>`,
      )}</select>`
    : null
}
${
  answers.landmark
    ? html`<label for="landmark">${words.landmark}</label>
<input id="landmark" name="landmark" maxlength="120" value="${typed('landmark')}" autocomplete="off">
<p class="quiet">${words.pincodeStays}</p>`
    : null
}
${
  answers.phone
    ? html`<label for="phone">${words.phone}</label>
<input id="phone" name="phone" type="tel" maxlength="16" value="${typed('phone')}" autocomplete="tel">
<p class="quiet">${phrase(words.phoneNote, { brand: brand.name })}</p>`
    : null
}
</div>`
    : null
}
${answers.refusal ? choice('refuse', words.refuse) : null}
</fieldset>`;
}

function returnFields({ language, order }: TrackingPage, typed: (name: string) => string): Html {
  const words = language.asking;
  const chosen = typed('reason');
  return html`<fieldset><legend>${words.items}</legend>
${(order?.items ?? []).map(
  ({ name, units }, index) =>
    html`<label class="choice"><select name="units_${index + 1}">${Array.from(
      { length: Math.min(units, MOST_UNITS) + 1 },
      (_, count) =>
        html`<option${typed(`units_${index + 1}`) === String(count) ? html` selected` : null}>${count}</option>`,
    )}</select> <bdi>${name}</bdi></label>\n`,
)}</fieldset>
<label for="reason">${words.reason}</label>
<select id="reason" name="reason" required><option value=""></option>${Object.entries(words.reasons).map(
    ([reason, text]) =>
      html`<option value="${reason}"${chosen === reason ? html` selected` : null}>${text}</option>`,
  )}</select>`;
}

const MOST_UNITS = 50;

function askingPage(
  { shown, path, notice }: CustomerRequestPage,
  title: string,
  { content, limits }: { readonly content: Html; readonly limits?: PhotoLimits },
): string {
  const { brand, language, palette } = shown;
  const filled = { brand: brand.name, size: String(limits?.megabytes ?? '') };
  const noticeText = notice === null ? null : phrase(language.asking[notice], filled);
  return page({
    title: `${title} – ${brand.name}`,
    language: language.tag,
    palette,
    head: html`<link rel="icon" href="${logoPath(brand) ?? '/favicon.svg'}">`,
    heading: brandHeading(brand),
    content: html`${noticeText === null ? null : html`<section class="notice${notice === 'codeSent' ? ' good' : ''}" role="status"><p>${noticeText}</p></section>\n`}<section aria-labelledby="asking">
<h1 id="asking">${title}</h1>
${content}
</section>`,
    footer: html`<footer><p><a href="${path}?lang=${langOf(shown)}">${language.page.yourParcel}</a></p></footer>`,
  });
}

function titleOf(offer: DeliveryOffer | ReturnOffer, words: Words): string {
  return offer.kind === 'return' ? words.startReturn : words.title;
}

function wayWords({ channel, to }: CodeWay, { byEmail, bySms, byWhatsapp }: Words): string {
  return phrase({ sms: bySms, whatsapp: byWhatsapp, email: byEmail }[channel], { to });
}

/** Returns a field that keeps the next pages in the same language. */
function langField(shown: TrackingPage): Html {
  return html`<input type="hidden" name="lang" value="${langOf(shown)}">`;
}
