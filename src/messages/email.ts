import type { BrandPalette } from '../domain/brand-color.ts';
import { ENGLISH } from '../domain/languages/en.ts';
import type { CustomerLanguage, MessageTexts } from '../domain/languages/language.ts';
import { headlineTemplate, stepsOf } from './default-templates.ts';
import type { MessageFacts, MessageWords } from './fill-template.ts';
import { fill } from './template.ts';

export interface EmailLogo {
  /** An absolute URL, because mail readers accept no other. */
  readonly url: string;
  /** Pixels of the image. */
  readonly width: number;
  readonly height: number;
  /** True if the logo needs a dark background. */
  readonly isLight: boolean;
}

export interface EmailTheme {
  /** The email uses the headline of this moment; null for no headline. */
  readonly moment: MessageFacts['moment'] | null;
  readonly logo: EmailLogo | null;
  /** Null if the brand has no colours. */
  readonly palette: BrandPalette | null;
  readonly items: readonly { readonly name: string; readonly units: number }[];
  /** The lines of the delivery address; empty if it was erased. */
  readonly address: readonly string[];
  /** The courier's phone number for customers. */
  readonly helpline: string | null;
  readonly supportPhone: string | null;
  readonly supportEmail: string | null;
  readonly supportWhatsapp: string | null;
  readonly siteUrl: string | null;
  /** The page on which the customer chooses the day of the next delivery; null if no day can be chosen. */
  readonly dayUrl: string | null;
}

export interface EmailBody {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const OUR_FILL = '#0b57d0';
const OUR_PALETTE: BrandPalette = { fill: OUR_FILL, onFill: '#ffffff', onLight: OUR_FILL, onDark: '#8ab4f8' };
const MOST_ITEMS = 10;

const LOGO_MOST_WIDTH = 200;
const LOGO_MOST_HEIGHT = 48;
const FONT = 'font-family:Arial,Helvetica,sans-serif';

/**
 * Builds an email that looks the same in all mail readers. Outlook on Windows renders with Word: it needs
 * tables for layout, sizes as attributes, and no margins on images. Gmail removes `<style>` in some apps:
 * every style is inline, and `<style>` only adds improvements (dark mode, narrow screens). Everything that is
 * not ours is escaped.
 *
 * @param dress null for an email that does not go to a customer
 */
export function emailOf(
  { values, subject, text }: MessageWords,
  dress: EmailTheme | null,
  language: CustomerLanguage = ENGLISH,
): EmailBody {
  const { messages: words } = language;
  const { track_url: trackUrl, pay_url: payUrl, review_url: reviewUrl, brand } = values;
  const palette = dress?.palette ?? OUR_PALETTE;
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => paragraphHtml(paragraph, [trackUrl, payUrl, reviewUrl], palette));
  const first = text.split(/\n{2,}/).find((paragraph) => !paragraph.endsWith(',')) ?? '';
  const dayUrl = dress?.dayUrl ?? '';
  const dayLine = dayUrl === '' ? '' : `\n\n${words.chooseDay}: ${dayUrl}`;
  const trackLine = trackUrl === '' || text.includes(trackUrl) ? '' : `\n\n${words.track}: ${trackUrl}`;
  const action =
    payUrl !== ''
      ? { url: payUrl, text: words.pay }
      : dayUrl !== ''
        ? { url: dayUrl, text: words.chooseDay }
        : null;
  const order = dress === null ? [] : orderLines(dress, values, words);
  const support = dress === null ? [] : supportLines(dress, words);
  const orderText = order.map(({ title, lines }) => `\n\n${title}\n${lines.join('\n')}`).join('');
  const supportText =
    support.length === 0 ? '' : `\n\n${words.questions} ${support.map((way) => way.text).join(', ')}`;
  return {
    subject: subject ?? '',
    text: `${text}${dayLine}${trackLine}${orderText}${supportText}\n\n${brand}\n`,
    html: `<!DOCTYPE html>
<html lang="${language.tag}" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject ?? '')}</title>
<style>
@media (max-width:600px){.card{width:100% !important}.pad{padding:24px 20px !important}}
@media (prefers-color-scheme:dark){.back{background:#15171a !important}.card{background:#202327 !important}.card p{color:#eceef0 !important}.card .quiet{color:#a4abb3 !important}.card p a{color:${palette.onDark} !important}.foot{color:#a4abb3 !important}.ahead{background:#3d444d !important}}
</style>
</head>
<body class="back" style="margin:0;padding:0;background:#f2f4f6">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(first)}</div>
<table role="presentation" class="back" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f2f4f6" style="table-layout:fixed;background:#f2f4f6">
<tr><td align="center" style="padding:24px 12px;word-break:break-word">
<table role="presentation" class="card" width="560" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="width:560px;max-width:100%;table-layout:fixed;background:#ffffff;border-radius:8px">
<tr><td height="6" bgcolor="${palette.fill}" style="height:6px;line-height:6px;font-size:6px;background:${palette.fill};border-radius:8px 8px 0 0">&nbsp;</td></tr>
<tr><td class="pad" style="padding:28px 36px 32px">
${headHtml(brand, dress?.logo ?? null)}
${dress === null || dress.moment === null ? '' : headlineHtml(dress.moment, values, palette, language)}
${paragraphs.join('\n')}
${action === null ? buttonHtml(trackUrl, words.track, palette) : `${buttonHtml(action.url, action.text, palette)}\n${linkHtml(trackUrl, words.track, palette)}`}
${order.map(orderHtml).join('\n')}
${support.length === 0 ? '' : supportHtml(support, words.questions, palette)}
</td></tr>
</table>
<p class="foot" style="margin:16px 0 0;${FONT};font-size:12px;line-height:18px;color:#5b6470">${footHtml(brand, dress, words)}</p>
</td></tr>
</table>
</body>
</html>
`,
  };
}

function headHtml(brand: string, logo: EmailLogo | null): string {
  const name = escapeHtml(brand);
  if (logo === null) {
    return `<p style="margin:0 0 24px;${FONT};font-size:20px;line-height:28px;font-weight:bold;color:#1c2126">${name}</p>`;
  }
  const scale = Math.min(1, LOGO_MOST_WIDTH / logo.width, LOGO_MOST_HEIGHT / logo.height);
  const width = Math.max(1, Math.round(logo.width * scale));
  const height = Math.max(1, Math.round(logo.height * scale));
  const chip = logo.isLight ? '#1c2126' : '#ffffff';
  const image = `<img src="${escapeHtml(logo.url)}" alt="${name}" width="${width}" height="${height}" border="0" style="display:block;width:${width}px;height:${height}px;border:0;${FONT};font-size:20px;color:${logo.isLight ? '#ffffff' : '#1c2126'}">`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="${chip}" style="background:${chip};padding:6px;border-radius:8px">${image}</td></tr><tr><td style="line-height:20px;font-size:20px">&nbsp;</td></tr></table>`;
}

/** The colour of warnings. A warning sign is text, because mail readers ask before they load images. */
const ATTENTION = '#8a5300';
const AHEAD = '#d0d7de';

function headlineHtml(
  moment: MessageFacts['moment'],
  values: MessageWords['values'],
  { fill: ground }: BrandPalette,
  language: CustomerLanguage,
): string {
  const { text, isWell } = headlineTemplate(moment, language);
  const words = `<p style="margin:0;${FONT};font-size:22px;line-height:28px;font-weight:bold;color:#1c2126">${escapeHtml(fill(text, values))}</p>`;
  const line = stepsOf(moment, language);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${isWell ? `<td>${words}</td>` : `${SIGN}<td style="padding:0 0 0 12px">${words}</td>`}</tr></table>
${line === null ? '' : stepsHtml(line, isWell ? ground : ATTENTION)}
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td height="16" style="line-height:16px;font-size:16px">&nbsp;</td></tr></table>`;
}

const SIGN = `<td width="32" height="32" align="center" valign="middle" bgcolor="${ATTENTION}" style="width:32px;height:32px;background:${ATTENTION};border-radius:16px;${FONT};font-size:18px;line-height:32px;font-weight:bold;color:#ffffff">!</td>`;

/** Builds the progress bar. The headline also tells the step, for people who do not see the bar. */
function stepsHtml(
  { steps, at }: { readonly steps: readonly string[]; readonly at: number },
  ground: string,
): string {
  const cells = steps.map((_, index) => {
    const color = index <= at ? ground : AHEAD;
    const ahead = index <= at ? '' : ' class="ahead"';
    return `<td${ahead} height="6" bgcolor="${color}" style="height:6px;line-height:6px;font-size:6px;background:${color};border-radius:3px">&nbsp;</td>`;
  });
  const between = '<td width="4" style="width:4px;line-height:6px;font-size:6px">&nbsp;</td>';
  return `<table role="presentation" class="steps" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td height="14" colspan="${steps.length * 2 - 1}" style="height:14px;line-height:14px;font-size:14px">&nbsp;</td></tr><tr>${cells.join(between)}</tr></table>`;
}

interface OrderLines {
  readonly title: string;
  readonly lines: readonly string[];
}

function orderLines(
  { items, address, helpline }: EmailTheme,
  { cash, carrier, order_id: orderId, tracking_number: number }: MessageWords['values'],
  words: MessageTexts,
): OrderLines[] {
  const shown = items.slice(0, MOST_ITEMS).map(({ name, units }) => `${units} × ${name}`);
  const more =
    items.length > MOST_ITEMS ? [words.more.replace('{count}', String(items.length - MOST_ITEMS))] : [];
  return [
    { title: words.order.replace('{order}', () => orderId), lines: [...shown, ...more] },
    { title: words.toPay, lines: cash === '' ? [] : [cash] },
    { title: words.address, lines: address },
    {
      title: words.courier,
      lines: number === '' ? [] : [helpline === null ? carrier : `${carrier}, ${helpline}`, number],
    },
  ].filter(({ lines }) => lines.length > 0);
}

function orderHtml({ title, lines }: OrderLines): string {
  const line = lines.map(escapeHtml).join('<br>');
  return `<p class="quiet" style="margin:20px 0 0;${FONT};font-size:13px;line-height:20px;color:#5b6470">${escapeHtml(title)}</p><p style="margin:0;${FONT};font-size:16px;line-height:24px;color:#1c2126">${line}</p>`;
}

interface SupportWay {
  readonly href: string;
  readonly text: string;
}

function supportLines(
  { supportPhone, supportEmail, supportWhatsapp }: EmailTheme,
  { call, write }: MessageTexts,
): SupportWay[] {
  return [
    ...(supportPhone === null
      ? []
      : [{ href: `tel:${supportPhone.replace(/[ -]/g, '')}`, text: call.replace('{to}', supportPhone) }]),
    ...(supportWhatsapp === null
      ? []
      : [{ href: `https://wa.me/91${supportWhatsapp}`, text: `WhatsApp ${supportWhatsapp}` }]),
    ...(supportEmail === null
      ? []
      : [{ href: `mailto:${supportEmail}`, text: write.replace('{to}', () => supportEmail) }]),
  ];
}

function supportHtml(ways: readonly SupportWay[], questions: string, { onLight }: BrandPalette): string {
  const links = ways.map(
    ({ href, text }) => `<a href="${escapeHtml(href)}" style="color:${onLight}">${escapeHtml(text)}</a>`,
  );
  return `<p style="margin:24px 0 0;${FONT};font-size:14px;line-height:22px;color:#1c2126">${escapeHtml(questions)} ${links.join(', ')}</p>`;
}

function footHtml(brand: string, dress: EmailTheme | null, { footer }: MessageTexts): string {
  const name = escapeHtml(brand);
  if (dress === null) return name;
  const { siteUrl } = dress;
  const link = siteUrl === null ? name : `<a href="${escapeHtml(siteUrl)}" style="color:inherit">${name}</a>`;
  return escapeHtml(footer).replace('{brand}', () => link);
}

function paragraphHtml(paragraph: string, urls: readonly string[], { onLight }: BrandPalette): string {
  const link = (url: string) => `<a href="${url}" style="color:${onLight}">${url}</a>`;
  // Splits the text at each URL, so that no URL is replaced inside the markup of another.
  const linked = urls
    .filter((url) => url !== '')
    .map(escapeHtml)
    .reduce(
      (parts: (string | { readonly url: string })[], url) =>
        parts.flatMap((part) => (typeof part === 'string' ? partedBy(part, url) : [part])),
      [escapeHtml(paragraph).replace(/\n/g, '<br>')],
    )
    .map((part) => (typeof part === 'string' ? part : link(part.url)))
    .join('');
  return `<p style="margin:0 0 16px;${FONT};font-size:16px;line-height:24px;color:#1c2126">${linked}</p>`;
}

function partedBy(text: string, url: string): (string | { readonly url: string })[] {
  return text.split(url).flatMap((part, index) => (index === 0 ? [part] : [{ url }, part]));
}

/** Builds a button from a table cell, because Outlook ignores the padding of links. */
function buttonHtml(url: string, text: string, { fill: ground, onFill }: BrandPalette): string {
  if (url === '') return '';
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" bgcolor="${ground}" style="background:${ground};border-radius:6px;padding:12px 24px"><a href="${escapeHtml(url)}" style="${FONT};font-size:16px;line-height:20px;font-weight:bold;color:${onFill};text-decoration:none">${escapeHtml(text)}</a></td></tr></table>`;
}

/** Builds a link that is less important than the button. */
function linkHtml(url: string, text: string, { onLight }: BrandPalette): string {
  if (url === '') return '';
  return `<p style="margin:16px 0 0;${FONT};font-size:16px;line-height:24px;color:#1c2126"><a href="${escapeHtml(url)}" style="color:${onLight}">${escapeHtml(text)}</a></p>`;
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
