import type { MessageWords } from './words.ts';

/** A store's logo, as an email shows it. */
export interface EmailLogo {
  /** Absolute: mail readers know no other. */
  readonly url: string;
  /** Pixels of the image. */
  readonly width: number;
  readonly height: number;
}

/** An email in its two forms. */
export interface EmailBody {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const LOGO_MOST_WIDTH = 220;
const LOGO_MOST_HEIGHT = 64;
const FONT = 'font-family:Arial,Helvetica,sans-serif';

/**
 * An email that mail readers show alike. Outlook on Windows draws with Word: tables for layout, sizes as
 * attributes, no margins on images. Gmail drops `<style>` in some apps: every style stands at its element, and
 * what is in `<style>` only makes it better (dark mode, narrow screens). Everything that is not ours is escaped.
 */
export function emailOf({ values, subject, text }: MessageWords, logo: EmailLogo | null): EmailBody {
  const { track_url: trackUrl, brand } = values;
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => paragraphHtml(paragraph, trackUrl));
  const first = text.split(/\n{2,}/).find((paragraph) => !/^Hi\b/.test(paragraph)) ?? '';
  const trackLine = trackUrl === '' || text.includes(trackUrl) ? '' : `\n\nTrack your parcel: ${trackUrl}`;
  return {
    subject: subject ?? '',
    text: `${text}${trackLine}\n\n${brand}\n`,
    html: `<!DOCTYPE html>
<html lang="en-IN" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject ?? '')}</title>
<style>
@media (max-width:600px){.card{width:100%!important}.pad{padding:24px 20px!important}}
@media (prefers-color-scheme:dark){.back{background:#15171a!important}.card{background:#202327!important}.card p{color:#eceef0!important}.card p a{color:#8ab4f8!important}.foot{color:#a4abb3!important}}
</style>
</head>
<body class="back" style="margin:0;padding:0;background:#f2f4f6">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(first)}</div>
<table role="presentation" class="back" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f2f4f6" style="background:#f2f4f6">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="560" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="width:560px;max-width:100%;background:#ffffff;border-radius:8px">
<tr><td class="pad" style="padding:32px 36px">
${headHtml(brand, logo)}
${paragraphs.join('\n')}
${buttonHtml(trackUrl)}
</td></tr>
</table>
<p class="foot" style="margin:16px 0 0;${FONT};font-size:12px;line-height:18px;color:#5b6470">${escapeHtml(brand)}</p>
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
  const image = `<img src="${escapeHtml(logo.url)}" alt="${name}" width="${width}" height="${height}" border="0" style="display:block;width:${width}px;height:${height}px;border:0;${FONT};font-size:20px;color:#1c2126">`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td style="padding:0 0 24px">${image}</td></tr></table>`;
}

function paragraphHtml(paragraph: string, trackUrl: string): string {
  const escaped = escapeHtml(paragraph).replace(/\n/g, '<br>');
  const url = escapeHtml(trackUrl);
  const linked =
    url === '' ? escaped : escaped.replaceAll(url, `<a href="${url}" style="color:#0b57d0">${url}</a>`);
  return `<p style="margin:0 0 16px;${FONT};font-size:16px;line-height:24px;color:#1c2126">${linked}</p>`;
}

/** A button that is a table cell, since Outlook pads no link. */
function buttonHtml(trackUrl: string): string {
  if (trackUrl === '') return '';
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" bgcolor="#0b57d0" style="background:#0b57d0;border-radius:6px;padding:12px 24px"><a href="${escapeHtml(trackUrl)}" style="${FONT};font-size:16px;line-height:20px;font-weight:bold;color:#ffffff;text-decoration:none">Track your parcel</a></td></tr></table>`;
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
