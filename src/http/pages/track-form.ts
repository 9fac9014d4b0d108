import type { FormTheme } from '../../usecases/stores/find-store-brand.ts';
import { brandHeading, logoPath } from './brand-heading.ts';
import { type Html, html } from './html.ts';
import { page } from './page.ts';
import { joined } from './phrase.ts';

/** The reason why the form is shown again: the name of the text that explains it. */
export type FormNotice = 'notFound' | 'tooManyTries' | 'ourFault';

/** The values of the form's fields from an earlier request. */
export interface Typed {
  readonly number: string;
  readonly order: string;
  readonly phone: string;
  /** The requested language; undefined for the browser's language. */
  readonly lang: string | undefined;
}

const LONGEST = 100;
const LONGEST_PHONE = 20;
const LONGEST_LANGUAGE = 20;

/** The form for a tracking number, or for an order id with the last digits of the phone. */
export function trackForm(notice: FormNotice | null, typed: Typed, dress: FormTheme): string {
  const { store, language } = dress;
  const { find: words, page: pageWords } = language;
  const number = shown(typed.number, LONGEST);
  const order = shown(typed.order, LONGEST);
  const phone = shown(typed.phone, LONGEST_PHONE);
  const along = hiddenFields(dress, typed);
  return page({
    title: store === null ? words.title : `${words.title} – ${store.brand.name}`,
    language: language.tag,
    palette: store?.palette ?? null,
    head: store === null ? null : html`<link rel="icon" href="${logoPath(store.brand) ?? '/favicon.svg'}">`,
    heading: store === null ? html`<h1>${words.title}</h1>` : brandHeading(store.brand),
    content: html`${store === null ? null : html`<h1>${words.title}</h1>\n`}${notice === null ? null : noticeSection(words[notice])}
<section aria-labelledby="by-number">
<h2 id="by-number">${words.byNumber}</h2>
<form method="get" action="/track">
${along}
<label for="number">${pageWords.trackingNumber}</label>
<input id="number" name="number" value="${number}" required maxlength="${LONGEST}" autocomplete="off" autocapitalize="characters">
<button>${words.track}</button>
</form>
</section>
<section aria-labelledby="by-order">
<h2 id="by-order">${words.byOrder}</h2>
<form method="get" action="/track">
${along}
<label for="order">${pageWords.orderNumber}</label>
<input id="order" name="order" value="${order}" placeholder="#1001" required maxlength="${LONGEST}" autocomplete="off">
<label for="phone">${words.phone}</label>
<input id="phone" name="phone" value="${phone}" required inputmode="tel" pattern="[+0-9 \\(\\)\\.\\-]{4,20}" maxlength="${LONGEST_PHONE}" autocomplete="off">
<button>${words.track}</button>
</form>
</section>`,
    footer: languageLinks(dress),
  });
}

/**
 * Keeps the next attempt in the same brand and language. A language that was not requested is not sent along:
 * the parcel's store may have the browser's language even if this form does not.
 */
function hiddenFields({ store }: FormTheme, { lang }: Typed): Html {
  const ofStore = store === null ? null : html`<input type="hidden" name="store" value="${store.storeId}">`;
  const ofLanguage =
    lang === undefined
      ? null
      : html`<input type="hidden" name="lang" value="${shown(lang, LONGEST_LANGUAGE)}">`;
  return html`${ofStore}${ofLanguage}`;
}

function languageLinks({ store, otherLanguages }: FormTheme): Html | null {
  if (otherLanguages.length === 0) return null;
  const inStore = store === null ? '' : `store=${store.storeId}&`;
  const links = otherLanguages.map(
    ({ code, name }) =>
      html`<a href="/track?${inStore}lang=${code}" hreflang="${code}" lang="${code}">${name}</a>`,
  );
  return html`<footer><p>${joined(links, html` · `)}</p></footer>`;
}

/** Returns the typed text without control characters, cut to the field's length. */
function shown(text: string, most: number): string {
  return [...text.replace(/\p{Cc}/gu, '')].slice(0, most).join('');
}

function noticeSection(text: string): Html {
  return html`<section class="notice" role="alert"><p>${text}</p></section>`;
}
