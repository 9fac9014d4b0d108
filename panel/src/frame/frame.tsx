import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Menu as MenuIcon, Settings } from 'lucide-react';
import { useEffect, useState } from 'react';
import { overviewQuery } from '../api/lists.ts';
import { useKeys } from '../parts/keys.ts';
import { mayCall, useSession } from '../session/session.ts';
import { grouped } from '../words/format.tsx';
import { useWords } from '../words/language.ts';
import { AccountMenu } from './account-menu.tsx';
import { frameWords } from './frame-words.ts';
import { KeyList } from './key-list.tsx';
import { Logo } from './logo.tsx';
import { PAGES } from './pages.ts';
import { SampleDataBar } from './sample-data-bar.tsx';
import { SearchAnywhere } from './search-anywhere.tsx';
import { SessionOver } from './session-over.tsx';

/** The frame around every page for a signed-in person: menu, search, account. */
export function Frame() {
  const words = useWords(frameWords);
  const session = useSession();
  const [open, setOpen] = useState(false);
  const [showsKeys, showKeys] = useState(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const ndr = useQuery(overviewQuery).data?.failed_deliveries ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu
  useEffect(() => setOpen(false), [path]);
  useKeys({ '?': () => showKeys(true), Escape: () => setOpen(false) });
  const isHere = (to: string) => (to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`));
  return (
    <div className="frame">
      <a className="button first skip" href="#page">
        {words.skip}
      </a>
      <nav className={open ? 'side open' : 'side'} aria-label={words.pages} id="pages">
        <Link to="/" className="brand">
          <Logo /> Dakiya
        </Link>
        {PAGES.filter(([, , , least]) => mayCall(session, least, 'filtered')).map(([to, name, Icon]) => (
          <Link key={to} to={to} className="side-link" aria-current={isHere(to) ? 'page' : undefined}>
            <Icon aria-hidden="true" />
            {words[name]}
            {name === 'ndr' && ndr > 0 && <span className="count">{grouped(ndr)}</span>}
          </Link>
        ))}
        <span className="side-gap" />
        <Link to="/settings" className="side-link" aria-current={isHere('/settings') ? 'page' : undefined}>
          <Settings aria-hidden="true" />
          {words.settings}
        </Link>
      </nav>
      <div className="above">
        <header className="top">
          <button
            type="button"
            className="button bare icon menu-button"
            aria-label={words.menu}
            aria-expanded={open}
            aria-controls="pages"
            onClick={() => setOpen(!open)}
          >
            <MenuIcon aria-hidden="true" />
          </button>
          <SearchAnywhere />
          <span className="push" />
          <button
            type="button"
            className="button bare icon wide-only"
            aria-label={words.keys}
            title={words.keys}
            onClick={() => showKeys(true)}
          >
            <span className="kbd" aria-hidden="true">
              ?
            </span>
          </button>
          <AccountMenu />
        </header>
        <SampleDataBar />
      </div>
      <Outlet />
      <SessionOver />
      {showsKeys && <KeyList onClose={() => showKeys(false)} />}
    </div>
  );
}
