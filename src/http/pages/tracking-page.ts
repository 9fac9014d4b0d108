import type { Mood } from '../../domain/tracking/customer-words.ts';
import type { TrackingPage } from '../../usecases/tracking/show-tracking-page.ts';
import { brandHeading, logoPath } from './brand-heading.ts';
import { customerRequestSection, dayByLinkSection } from './customer-request-section.ts';
import { capital, dayWords, timeWords } from './day-words.ts';
import { type Html, html } from './html.ts';
import { page } from './page.ts';
import { findFormPath } from './page-links.ts';
import { joined, phrase } from './phrase.ts';

/** The address of the page, for its own links. */
export interface PageAddress {
  /** The address that customers use, without a slash at the end. */
  readonly publicUrl: string;
  /** `/t/k7m2qx9d4ht`. */
  readonly path: string;
}

/** Returns the tracking page, in the brand of the store and in words that a customer would use. */
export function trackingPage(shown: TrackingPage, address: PageAddress): string {
  const { brand, language, palette } = shown;
  const answer = answerOf(shown);
  return page({
    title: `${answer} – ${brand.name}`,
    language: language.tag,
    palette,
    head: headOf(shown, answer, address),
    heading: brandHeading(brand),
    content: joined(
      [
        heroSection(shown, answer),
        shown.asking === null ? null : customerRequestSection(shown, shown.asking, address),
        shown.isDayByLink ? dayByLinkSection(shown) : null,
        shown.order === null ? null : orderSection(shown, shown.order),
        parcelSection(shown),
        shown.timeline.length === 0 ? null : historySection(shown, address),
        helpSection(shown),
      ].filter((section) => section !== null),
      html`\n`,
    ),
    footer: footerOf(shown, address),
  });
}

/** Returns the icon and the preview for shared links: the brand and the answer, without customer data. */
function headOf({ brand }: TrackingPage, answer: string, { publicUrl }: PageAddress): Html {
  const logo = logoPath(brand);
  return html`<link rel="icon" href="${logo ?? '/favicon.svg'}">
<meta property="og:title" content="${answer}">
<meta property="og:site_name" content="${brand.name}">${logo === null ? null : html`\n<meta property="og:image" content="${publicUrl}${logo}">`}`;
}

/** The headline: one line that answers the customer's question. */
function answerOf(shown: TrackingPage): string {
  const { expected, handedOver, headline, language, today } = shown;
  const words = language.page;
  if (handedOver !== null) {
    const day = dayWords(handedOver.day, today, language);
    return phrase(words.headlineAndMoment, { headline, day, time: timeWords(handedOver.at, language) });
  }
  if (expected === 'today') return phrase(words.headlineAndDay, { headline, day: words.today });
  if (shown.isLate) return language.messages.moments.delayed.headline;
  // A problem is shown before the day on which the parcel should still arrive.
  return shown.mood === 'way' ? (arrivalOf(shown) ?? headline) : headline;
}

/** Returns `Arriving Friday 27 November`; null if no day is promised. */
function arrivalOf({ expected, language, today }: TrackingPage): string | null {
  if (expected === null) return null;
  const day = expected === 'today' ? language.page.today : dayWords(expected.by, today, language);
  return phrase(language.page.arriving, { day });
}

function heroSection(shown: TrackingPage, answer: string): Html {
  const { headline, language, line, mood, sentence } = shown;
  const arrival = mood === 'way' ? null : arrivalOf(shown);
  return html`<section aria-labelledby="status">
<div class="hero">${moodPicture(mood)}<div>
${answer.startsWith(headline) ? null : html`<p class="kicker">${headline}</p>`}
<h1 id="status">${answer}</h1>
${sentence === null ? null : html`<p>${sentence}</p>`}
${arrival === null ? null : html`<p>${arrival}</p>`}
${shown.order?.cash ? html`<p>${phrase(language.page.keepReady, { amount: shown.order.cash })}</p>` : null}
</div></div>
${line === null ? null : stepsList(line, language)}
</section>`;
}

/** Each mood has a different shape, so that the colour is not needed. */
const MOOD_PATHS: Record<Mood, string> = {
  way: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M8 12h8M12.500 8.500l3.500 3.500l-3.500 3.500',
  done: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M8 12.500l3 3 5-6',
  attention: 'M12 3 22 20H2ZM12 9v5M12 17v.5',
  bad: 'M3 3h18v18H3ZM8 8l8 8M16 8l-8 8',
  over: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M8 12h8',
};

function moodPicture(mood: Mood): Html {
  return html`<svg class="mood ${mood}" viewBox="0 0 24 24" aria-hidden="true"><path d="${MOOD_PATHS[mood]}"/></svg>`;
}

/** The last step is done when it is reached; every other one is under way until the next is. */
function stepsList(
  { steps, at }: { steps: readonly string[]; at: number },
  language: TrackingPage['language'],
): Html {
  return html`<ol class="steps" aria-label="${language.page.progress}">${steps.map((step, index) => {
    if (index > at) return html`<li>${step}</li>`;
    if (index < at) return html`<li class="done">${step}</li>`;
    return html`<li class="${at === steps.length - 1 ? 'done' : 'now'}" aria-current="step">${step}</li>`;
  })}</ol>`;
}

function orderSection({ language }: TrackingPage, order: NonNullable<TrackingPage['order']>): Html {
  const words = language.page;
  return html`<section aria-labelledby="order">
<h2 id="order">${words.yourOrder}</h2>
<ul class="items">${order.items.map(
    ({ name, units }) =>
      html`<li><span>${phrase(words.units, { count: String(units) })}</span><span><bdi>${name}</bdi></span></li>`,
  )}</ul>
<dl>
<dt>${words.orderNumber}</dt><dd><bdi>${order.orderNumber}</bdi></dd>
${order.cash === null ? null : html`<dt>${words.toPay}</dt><dd><span class="big">${order.cash}</span>${order.partOf === null ? null : html`<br>${phrase(words.partPayment, { total: order.partOf })}`}</dd>`}
</dl>
</section>`;
}

function parcelSection({ city, courier, firstName, isReturn, language, trackingNumber }: TrackingPage): Html {
  const words = language.page;
  const who = [firstName, city].filter(Boolean).map((part) => html`<bdi>${part}</bdi>`);
  return html`<section aria-labelledby="parcel">
<h2 id="parcel">${words.yourParcel}</h2>
<dl>
${who.length === 0 ? null : html`<dt>${isReturn ? words.isFrom : words.isFor}</dt><dd>${joined(who, html`, `)}</dd>`}
${courier === null ? null : html`<dt>${words.courier}</dt><dd>${courier.name}${helplineLink(courier.helpline)}</dd>`}
${trackingNumber === null ? null : html`<dt>${words.trackingNumber}</dt><dd>${trackingNumber}</dd>`}
</dl>
</section>`;
}

function helplineLink(helpline: string | null): Html | null {
  if (helpline === null) return null;
  return html`, <a href="tel:${helpline.replace(/[ -]/g, '')}">${helpline}</a>`;
}

/** Returns the history grouped by day, with the newest day open. */
function historySection(shown: TrackingPage, { path }: PageAddress): Html {
  const { language, timeline, today } = shown;
  const words = language.page;
  const days = new Map<string, TrackingPage['timeline'][number][]>();
  for (const event of timeline) {
    const others = days.get(event.day);
    if (others === undefined) days.set(event.day, [event]);
    else others.push(event);
  }
  const dayDetails = [...days].map(
    ([day, events], index) => html`<details${index === 0 ? html` open` : null}>
<summary>${capital(dayWords(day, today, language))}</summary>
<ol class="timeline">${events.map((event) => eventLine(event, language))}</ol>
</details>
`,
  );
  return html`<section aria-labelledby="history">
<h2 id="history">${words.history}</h2>
${dayDetails}<p class="quiet">${updatedWords(shown)} · <a href="${path}">${words.refresh}</a></p>
<p class="quiet">${words.timesAreIndian}</p>
</section>`;
}

function eventLine(
  { at, location, words }: TrackingPage['timeline'][number],
  language: TrackingPage['language'],
): Html {
  const place = location === null ? null : html`<br><span class="quiet"><bdi>${location}</bdi></span>`;
  return html`<li><time datetime="${at.toISOString()}">${timeWords(at, language)}</time><span>${words}${place}</span></li>`;
}

function updatedWords({ language, timeline: [newest], today }: TrackingPage): string {
  if (newest === undefined) return '';
  const time = `${dayWords(newest.day, today, language)}, ${timeWords(newest.at, language)}`;
  return phrase(language.page.updated, { time });
}

function helpSection({ brand, language, order }: TrackingPage): Html | null {
  const words = language.page;
  const { supportEmail, supportPhone, supportWhatsapp, returnPolicyUrl, siteUrl } = brand;
  const about = order === null ? '' : `?subject=${encodeURIComponent(order.orderNumber)}`;
  const ways = [
    supportPhone === null
      ? null
      : html`<a class="button" href="tel:${supportPhone.replace(/[ -]/g, '')}">${words.call} ${supportPhone}</a>`,
    supportWhatsapp === null
      ? null
      : html`<a class="button plain" href="https://wa.me/91${supportWhatsapp}">${words.message}</a>`,
    supportEmail === null
      ? null
      : html`<a class="button plain" href="mailto:${supportEmail}${about}">${words.write} ${supportEmail}</a>`,
    returnPolicyUrl === null
      ? null
      : html`<a class="button plain" href="${returnPolicyUrl}">${words.returnPolicy}</a>`,
    siteUrl === null
      ? null
      : html`<a class="button plain" href="${siteUrl}">${phrase(words.visit, { brand: brand.name })}</a>`,
  ].filter((way) => way !== null);
  if (ways.length === 0) return null;
  return html`<section aria-labelledby="help">
<h2 id="help">${words.help}</h2>
<p>${phrase(words.askBrand, { brand: brand.name })}</p>
<div class="ways">${ways}</div>
</section>`;
}

function footerOf(shown: TrackingPage, { path }: PageAddress): Html {
  const { language, order, otherLanguages } = shown;
  const words = language.page;
  const links = [
    html`<a href="${findFormPath(shown)}">${words.trackAnother}</a>`,
    ...otherLanguages.map(
      ({ code, name }) => html`<a href="${path}?lang=${code}" hreflang="${code}" lang="${code}">${name}</a>`,
    ),
  ];
  return html`<footer>${order === null ? html`<p>${words.moreByOrder}</p>` : null}<p>${joined(links, html` · `)}</p></footer>`;
}
