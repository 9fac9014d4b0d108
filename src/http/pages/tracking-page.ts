import type { TrackingPage } from '../../usecases/tracking/show-tracking-page.ts';
import { type Html, html } from './html.ts';
import { page } from './page.ts';

const DAY = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});
const DAY_AND_YEAR = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', dateStyle: 'full' });
const TIME = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', timeStyle: 'short' });
const MOMENT = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
});

/** The tracking page, in the brand of the store, in words a customer would use. */
export function trackingPage(shown: TrackingPage): string {
  const { brand, line, timeline } = shown;
  return page(
    `${shown.headline} – ${brand.name}`,
    brandHeading(brand),
    html`<section aria-labelledby="status">
<h1 id="status">${shown.headline}</h1>
${shown.sentence === null ? null : html`<p>${shown.sentence}</p>`}
${expectedLine(shown.expected)}
${shown.handedOverAt === null ? null : handedOverLine(shown.handedOverAt)}
${shown.cash === null ? null : html`<p>Keep <span class="big">${shown.cash}</span> ready</p>`}
${line === null ? null : stepsList(line)}
</section>
<section aria-labelledby="parcel">
<h2 id="parcel">Your parcel</h2>
<dl>
<dt>${shown.isReturn ? 'From' : 'For'}</dt><dd>${shown.firstName}, ${shown.city}</dd>
<dt>Carrier</dt><dd>${shown.carrierName}</dd>
<dt>Tracking number</dt><dd>${shown.trackingNumber}</dd>
</dl>
</section>
${timeline.length === 0 ? null : timelineSection(timeline)}`,
    html`<footer><a href="/track">Track another parcel</a></footer>`,
  );
}

/** Whose parcel it is. */
export function brandHeading(brand: TrackingPage['brand']): Html {
  const { logo, storeId } = brand;
  const image =
    logo === null || storeId === null
      ? null
      : html`<img src="/logos/${storeId}/${logo.contentHash}.${logo.extension}" alt="">`;
  return html`${image}<p>${brand.name}</p>`;
}

function stepsList({ steps, at }: { steps: readonly string[]; at: number }): Html {
  return html`<ol class="steps" aria-label="Progress">${steps.map((step, index) => {
    if (index > at) return html`<li>${step}</li>`;
    return index === at
      ? html`<li class="done" aria-current="step">${step}</li>`
      : html`<li class="done">${step}</li>`;
  })}</ol>`;
}

function timelineSection(timeline: TrackingPage['timeline']): Html {
  return html`<section aria-labelledby="history">
<h2 id="history">History</h2>
<ol class="timeline">${timeline.map(
    ({ at, words, location }) =>
      html`<li><time datetime="${at.toISOString()}">${MOMENT.format(at)}</time><span>${words}${
        location === null ? null : html`<br><span class="quiet">${location}</span>`
      }</span></li>`,
  )}</ol>
<p class="quiet">Times are Indian Standard Time.</p>
</section>`;
}

function expectedLine(expected: TrackingPage['expected']): Html | null {
  if (expected === null) return null;
  if (expected === 'today') return html`<p>Expected <span class="big">today</span></p>`;
  const day = DAY.format(new Date(`${expected.by}T00:00:00Z`));
  return html`<p>Expected by <span class="big">${day}</span></p>`;
}

function handedOverLine(at: Date): Html {
  const [day, time] = [DAY_AND_YEAR.format(at), TIME.format(at)];
  return html`<p><time datetime="${at.toISOString()}"><span class="big">${day}</span> at ${time}</time></p>`;
}
