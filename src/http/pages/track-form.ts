import { type Html, html } from './html.ts';
import { page } from './page.ts';

/** Why the form is shown again. */
export type FormNotice = 'not found' | 'too many tries' | 'our fault';

const NOTICES: Record<FormNotice, string> = {
  'not found': 'We could not find a parcel for what you entered. Please check it and try again.',
  'too many tries': 'That was tried too often. Please wait a few minutes and try again.',
  'our fault': 'Something went wrong on our side. Please try again in a moment.',
};

/** The form for a tracking number, or for an order id with the last digits of the phone. */
export function trackForm(notice: FormNotice | null): string {
  return page(
    'Track your parcel',
    html`<h1>Track your parcel</h1>`,
    html`${notice === null ? null : noticeSection(NOTICES[notice])}
<section aria-labelledby="by-number">
<h2 id="by-number">By tracking number</h2>
<form method="get" action="/track">
<label for="number">Tracking number</label>
<input id="number" name="number" required maxlength="100" autocomplete="off" autocapitalize="characters">
<button>Track</button>
</form>
</section>
<section aria-labelledby="by-order">
<h2 id="by-order">By order</h2>
<form method="get" action="/track">
<label for="order">Order id</label>
<input id="order" name="order" required maxlength="100" autocomplete="off">
<label for="phone">Last four digits of your phone number</label>
<input id="phone" name="phone" required inputmode="numeric" pattern="[0-9]{4}" maxlength="4" autocomplete="off">
<button>Track</button>
</form>
</section>`,
  );
}

function noticeSection(text: string): Html {
  return html`<section class="notice" role="alert"><p>${text}</p></section>`;
}
