import type { ReactNode } from 'react';
import type { ShopSystem } from '../../api/shops.ts';
import { Sentence } from '../../parts/notices.tsx';
import { spelledOut } from '../../parts/status.tsx';
import { useWords } from '../../words/language.ts';
import { clicksWords, type Drawn } from './clicks-words.ts';
import { shopsWords } from './shops-words.ts';

/** What to click in the shop, each step with a drawn screen; of an unknown system, what its settings are. */
export function Clicks({ system }: { system: ShopSystem }) {
  const words = useWords(shopsWords);
  const clicks = useWords(clicksWords)[system.shop];
  if (clicks === undefined) {
    return (
      <>
        <p className="quiet">{words.guide.otherHow(system.name)}</p>
        <dl className="facts">
          {system.settings.map(({ name, description_details }) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{words.setting[name] ?? spelledOut(name)}</dt>
              <dd>
                <Sentence of={description_details} />
              </dd>
            </div>
          ))}
        </dl>
      </>
    );
  }
  return (
    <ol className="clicks">
      {clicks.map(({ where, what, drawn }, at) => (
        <li key={where}>
          <Screen shows={drawn} menu={at} />
          <span>
            <strong>{where}</strong>
            <span className="quiet">{what}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** A drawn screen of a shop: its menu with the chosen entry, and what is on the page. */
function Screen({ shows, menu }: { shows: Drawn; menu: number }) {
  return (
    <svg viewBox="0 0 120 76" className="screen" aria-hidden="true">
      <rect x="0.500" y="0.500" width="119" height="75" rx="5" className="edge" />
      <path d="M0.500 11.500h119M30.500 11.500v64" className="edge" />
      {[6, 12, 18].map((x) => (
        <circle key={x} cx={x} cy="6" r="1.500" className="faint" />
      ))}
      {[0, 1, 2, 3, 4].map((at) => (
        <rect
          key={at}
          x="5"
          y={18 + at * 10}
          width={at === menu ? 21 : 17}
          height="4"
          rx="2"
          className={at === menu ? 'chosen' : 'faint'}
        />
      ))}
      {ON_PAGE[shows]}
    </svg>
  );
}

const line = (x: number, y: number, width: number, className = 'faint') => (
  <rect key={`${x} ${y}`} x={x} y={y} width={width} height="4" rx="2" className={className} />
);

const ON_PAGE: Readonly<Record<Drawn, ReactNode>> = {
  choices: (
    <>
      {[20, 32, 44].map((y) => (
        <circle key={y} cx="42" cy={y + 2} r="3.500" className={y === 32 ? 'ring' : 'edge'} />
      ))}
      <circle cx="42" cy="34" r="1.700" className="chosen" />
      {[line(50, 20, 40), line(50, 32, 54), line(50, 44, 34)]}
      <rect x="38" y="58" width="26" height="10" rx="3" className="chosen" />
    </>
  ),
  button: (
    <>
      {line(38, 19, 26)}
      <rect x="72" y="16" width="38" height="11" rx="3" className="chosen" />
      {[36, 46, 56].flatMap((y) => [line(38, y, 30), line(76, y, 18), line(100, y, 10)])}
    </>
  ),
  form: (
    <>
      {[18, 34].flatMap((y) => [
        line(38, y, 20),
        <rect key={y} x="38" y={y + 6} width="72" height="8" rx="2" className={y === 34 ? 'ring' : 'edge'} />,
      ])}
      <rect x="38" y="58" width="40" height="10" rx="3" className="chosen" />
    </>
  ),
  keys: (
    <>
      {[20, 42].flatMap((y) => [
        line(38, y, 24),
        <rect key={y} x="38" y={y + 6} width="56" height="9" rx="2" className="ring" />,
        <path key={`c${y}`} d={`M100 ${y + 7}h7v7h-7z`} className="ring" />,
      ])}
    </>
  ),
};
