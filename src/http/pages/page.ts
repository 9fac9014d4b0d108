import type { BrandPalette } from '../../domain/brand-color.ts';
import { Html, html } from './html.ts';
import { brandStyles, PAGE_STYLES } from './page-styles.ts';

export interface PageParts {
  readonly title: string;
  /** Shows whose page it is. */
  readonly heading: Html;
  readonly content: Html;
  readonly footer?: Html | null;
  /** A BCP 47 tag. Default: English of India. */
  readonly language?: string;
  /** The colours of the brand. Default: our colours. */
  readonly palette?: BrandPalette | null;
  /** More content of the `head` element: the icon, and the preview for shared links. */
  readonly head?: Html | null;
}

const OUR_ICON = html`<link rel="icon" href="/favicon.svg">`;

export function page({ title, heading, content, ...parts }: PageParts): string {
  const { footer = null, language = 'en-IN', palette = null } = parts;
  const head = parts.head ?? OUR_ICON;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
${head}
<style>${new Html(PAGE_STYLES)}</style>${palette === null ? null : html`<style>${new Html(brandStyles(palette))}</style>`}
</head>
<body>
<header>${heading}</header>
<main>
${content}
</main>
${footer}
</body>
</html>
`.text;
}
