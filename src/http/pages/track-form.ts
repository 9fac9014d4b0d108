import type { StoreBrand } from '../../usecases/stores/find-store-brand.ts';
import { brandHeading, logoPath } from './brand-heading.ts';
import { type Html, html } from './html.ts';
import { page } from './page.ts';

/** Why the form is shown again. */
export type FormNotice = 'not found' | 'too many tries' | 'our fault';

const NOTICES: Record<FormNotice, string> = {
  'not found': 'We could not find a parcel for what you entered. Please check it and try again.',
  'too many tries': 'That was tried too often. Please wait a few minutes and try again.',
  'our fault': 'Something went wrong on our side. Please try again in a moment.',
};

/** What stands in the form's fields, from whatever was sent before. */
export interface Typed {
  readonly number: string;
  readonly order: string;
  readonly phone: string;
}

const TITLE = 'Track your parcel';
const LONGEST = 100;
const PHONE_DIGITS = 4;

/**
 * The form for a tracking number, or for an order id with the last digits of the phone.
 *
 * @param store whose link led here; null for no store's
 */
export function trackForm(notice: FormNotice | null, typed: Typed, store: StoreBrand | null): string {
  const number = shown(typed.number, LONGEST);
  const order = shown(typed.order, LONGEST);
  const phone = shown(typed.phone, PHONE_DIGITS);
  return page({
    title: store === null ? TITLE : `${TITLE} – ${store.brand.name}`,
    palette: store?.palette ?? null,
    head: store === null ? null : html`<link rel="icon" href="${logoPath(store.brand) ?? '/favicon.svg'}">`,
    heading: store === null ? html`<h1>${TITLE}</h1>` : brandHeading(store.brand),
    content: html`${store === null ? null : html`<h1>${TITLE}</h1>\n`}${notice === null ? null : noticeSection(NOTICES[notice])}
<section aria-labelledby="by-number">
<h2 id="by-number">By tracking number</h2>
<form method="get" action="/track">
${storeField(store)}
<label for="number">Tracking number</label>
<input id="number" name="number" value="${number}" required maxlength="${LONGEST}" autocomplete="off" autocapitalize="characters">
<button>Track</button>
</form>
</section>
<section aria-labelledby="by-order">
<h2 id="by-order">By order</h2>
<form method="get" action="/track">
${storeField(store)}
<label for="order">Order id</label>
<input id="order" name="order" value="${order}" placeholder="#1001" required maxlength="${LONGEST}" autocomplete="off">
<label for="phone">Last four digits of your phone number</label>
<input id="phone" name="phone" value="${phone}" required inputmode="numeric" pattern="[0-9]{4}" maxlength="${PHONE_DIGITS}" autocomplete="off">
<button>Track</button>
</form>
</section>`,
  });
}

/** So that a next try is in the same brand. */
function storeField(store: StoreBrand | null): Html | null {
  return store === null ? null : html`<input type="hidden" name="store" value="${store.storeId}">`;
}

/** As much of what was typed as its field takes, without what nobody can type. */
function shown(text: string, most: number): string {
  return [...text.replace(/\p{Cc}/gu, '')].slice(0, most).join('');
}

function noticeSection(text: string): Html {
  return html`<section class="notice" role="alert"><p>${text}</p></section>`;
}
