import { createHash } from 'node:crypto';
import type { BrandPalette } from '../../domain/brand-color.ts';

/**
 * The style of every page for people: light or dark as the reader prefers, and plain on paper. Colours have a
 * contrast of at least 4.5 to 1 with their background. No information depends on a background colour alone,
 * because forced colours remove it. The page is one narrow column. It gets wider only if the column has room
 * for 28 em. This is a container query, not a media query, so that larger text has the same effect as a
 * smaller screen.
 *
 * Tamil has words of twenty letters. Its headlines are smaller in a narrow column, so that no word breaks.
 *
 * `--fill`, `--onfill` and `--accent` are the brand's colours (`brandStyles`), or ours if the brand has none.
 */
export const PAGE_STYLES = `
:root{color-scheme:light dark;--ground:#f4f5f7;--card:#fff;--text:#1b1f24;--quiet:#57606a;--line:#d0d7de;--well:#116329;--attention:#8a5300;--bad:#b3261e;--fill:#0b5cad;--onfill:#fff;--accent:#0b5cad}
@media (prefers-color-scheme:dark){:root{--ground:#0d1117;--card:#161b22;--text:#e6edf3;--quiet:#9aa4af;--line:#30363d;--well:#56d364;--attention:#e3b341;--bad:#ff8a80;--fill:#0b5cad;--onfill:#fff;--accent:#6cb6ff}}
*,::before,::after{box-sizing:border-box}
body{margin:0;border-top:.375rem solid var(--fill);background:var(--ground);color:var(--text);overflow-wrap:anywhere;font:100%/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main,header,footer{max-width:40rem;margin:0 auto;padding:0 min(1rem,4vw)}
main{container-type:inline-size}
header{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem;padding-top:1.25rem;padding-bottom:1rem}
header img{display:block;height:auto;max-height:48px;width:auto;max-width:min(200px,60vw);background:#fff;border-radius:8px;padding:6px;forced-color-adjust:none}
header img.light{background:#1b1f24}
header p{flex:1 1 8rem;min-width:0;margin:0;font-weight:600;font-size:1.125rem}
header h1{margin:0}
main>h1{margin-bottom:1rem}
section{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:min(1.25rem,5vw);margin-bottom:1rem}
h1{font-size:1.625rem;line-height:1.2;margin:0 0 .375rem;text-wrap:balance}
:lang(ta) h1{font-size:clamp(1rem,5.5cqi,1.625rem)}
h2{font-size:1rem;margin:0 0 .75rem}
p{margin:.25rem 0}
.quiet{color:var(--quiet)}
.big{display:inline-block;font-size:1.125rem;font-weight:600}
.hero{display:flex;flex-wrap:wrap;gap:.25rem .875rem}
.hero>div{flex:1 1 10rem;min-width:0}
.mood{flex:none;width:2.5rem;height:2.5rem;color:var(--quiet)}
.mood.way{color:var(--text)}
.mood.done{color:var(--well)}
.mood.attention{color:var(--attention)}
.mood.bad{color:var(--bad)}
.mood path{fill:none;stroke:currentColor;stroke-width:2.5;stroke-linecap:round;stroke-linejoin:round}
.kicker{margin:0;font-weight:600;color:var(--accent)}
.steps{list-style:none;margin:1rem 0 0;padding:0}
.steps li{position:relative;padding:.1875rem 0 .1875rem 1.5rem;color:var(--quiet)}
.steps li::before{content:"";position:absolute;z-index:1;top:.5625rem;left:0;width:.75rem;height:.75rem;border:2px solid var(--quiet);border-radius:50%;background:var(--card)}
.steps li::after{content:"";position:absolute;top:.9375rem;left:calc(.375rem - 1px);height:100%;border-left:2px solid var(--line)}
.steps li:last-child::after{display:none}
.steps :is(.done,.now){color:var(--text)}
.steps .done::before{border-width:.375rem;border-color:var(--accent)}
.steps .now::before{border-width:.25rem;border-color:var(--accent)}
.steps .done:not([aria-current])::after{border-color:var(--accent)}
.steps [aria-current]{font-weight:600}
.items{list-style:none;margin:0 0 1rem;padding:0}
.items li{display:flex;gap:.75rem;padding:.375rem 0;border-top:1px solid var(--line)}
.items li:first-child{border-top:0;padding-top:0}
.items span:first-child{flex:none;min-width:2rem;color:var(--quiet);font-variant-numeric:tabular-nums}
details{border-top:1px solid var(--line)}
details:first-of-type{border-top:0}
summary{padding:.5rem 0;font-weight:600;cursor:pointer}
.timeline{list-style:none;margin:0 0 .5rem;padding:0}
.timeline li{padding:.375rem 0}
.timeline time{display:block;color:var(--quiet);font-variant-numeric:tabular-nums}
dl{margin:0}
dt{color:var(--quiet)}
dd{margin:0 0 .5rem}
label{display:block;font-weight:600;margin-top:.75rem}
input,select,textarea{width:100%;font:inherit;padding:.625rem .75rem;margin-top:.25rem;border:1px solid var(--quiet);border-radius:8px;background:var(--card);color:var(--text)}
[type=radio],.choice select{flex:none;width:auto;margin:0}
[type=radio]{width:1.125rem;height:1.125rem;align-self:flex-start;margin-top:.1875rem;accent-color:var(--accent)}
.choice{display:flex;align-items:center;gap:.625rem;font-weight:400;padding:.25rem 0}
::file-selector-button{font:inherit;margin-right:.75rem;padding:.125rem .625rem;border:1px solid var(--quiet);border-radius:6px;background:transparent;color:inherit}
.inset{padding-left:1.75rem}
fieldset{border:0;margin:0;padding:0;min-width:0}
legend{font-weight:600;padding:0}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
button,.button{display:block;width:100%;font:inherit;font-weight:600;margin:1rem 0 0;padding:.625rem 1rem;border:1px solid transparent;border-radius:8px;background:var(--fill);color:var(--onfill);text-align:center;text-decoration:none;cursor:pointer}
form+p{margin-top:.75rem}
.ways{display:grid;gap:.75rem;margin-top:.75rem}
.ways .button{margin:0}
.button.plain{background:transparent;border-color:var(--quiet);color:var(--text)}
a:focus-visible,button:focus-visible,summary:focus-visible,input:focus-visible,select:focus-visible,textarea:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.notice{border-left:4px solid var(--attention)}
.notice.good{border-left-color:var(--well)}
:target{border-color:var(--accent)}
a{color:inherit}
footer{padding-bottom:2rem;color:var(--quiet);font-size:.875rem}
@container (min-width:17em){
.timeline li{display:flex;gap:.75rem}
.timeline time{flex:0 0 4.75rem}
}
@container (min-width:28em){
button,.button{width:calc(50% - .375rem)}
.ways{grid-template-columns:1fr 1fr}
.ways .button{width:auto}
.steps{display:flex;margin-top:1.25rem}
.steps li{flex:1;padding:1.5rem .25rem 0;text-align:center;font-size:.8125rem}
.steps li::before{top:.25rem;left:calc(50% - .375rem)}
.steps li::after{top:calc(.625rem - 1px);left:50%;width:100%;height:0;border-left:0;border-top:2px solid var(--line)}
dl{display:grid;grid-template-columns:auto 1fr;gap:.375rem 1rem}
dd{margin:0}
}
@media print{:root{color-scheme:light;--ground:#fff;--card:#fff;--text:#000;--quiet:#444;--line:#999;--well:#000;--attention:#000;--bad:#000;--fill:#000;--onfill:#fff;--accent:#000}section{break-inside:avoid;padding:.75rem 1rem}.timeline li{break-inside:avoid}form,footer,.button{display:none}}
`;

/** Returns the styles with a brand's colours, for light and dark pages and for paper. */
export function brandStyles({ fill, onFill, onLight, onDark }: BrandPalette): string {
  return `@media screen{:root{--fill:${fill};--onfill:${onFill};--accent:${onLight}}}@media screen and (prefers-color-scheme:dark){:root{--accent:${onDark}}}`;
}

const OUR_STYLES = hashOf(PAGE_STYLES);

/**
 * Returns the Content-Security-Policy of a page. Pages run no script and load only the logo from this
 * service. Hashes allow their styles.
 *
 * @param palette the colours of the page's brand; null if it has none
 * @param framedBy the addresses of the websites that may show the page in a frame, beside ours
 */
export function pagePolicy(palette: BrandPalette | null, framedBy: readonly (string | null)[] = []): string {
  const styles = palette === null ? OUR_STYLES : `${OUR_STYLES} ${hashOf(brandStyles(palette))}`;
  return `default-src 'none'; style-src ${styles}; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'${framedBy.map(originOf).join('')}`;
}

/** A host may have a semicolon, which would begin another rule of the policy. */
const PLAIN_ORIGIN = /^https:\/\/[a-z0-9.-]+(?::[0-9]{1,5})?$/;

function originOf(siteUrl: string | null): string {
  if (siteUrl === null || !URL.canParse(siteUrl)) return '';
  const { origin } = new URL(siteUrl);
  return PLAIN_ORIGIN.test(origin) ? ` ${origin}` : '';
}

function hashOf(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}
