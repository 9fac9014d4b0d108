import '../../design/money.css';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { NoAccess } from '../../frame/no-access.tsx';
import { type MeetsRestricted, mayCall, type Role, useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { CodList } from './cod.tsx';
import { ImportMoney } from './import-money.tsx';
import { Invoices } from './invoices.tsx';
import { Ledger } from './ledger.tsx';
import { useMoneyView } from './money-filters.tsx';
import { ExportMoney } from './money-list.tsx';
import { moneyListWords } from './money-list-words.ts';
import { isMoneyList, MONEY_PARTS, type MoneyPart } from './money-view.ts';
import { Overview } from './overview.tsx';
import { Remittances } from './remittances.tsx';
import { Weights } from './weights.tsx';

/** Each tab with the roles that see it, and what it shows. */
const PARTS: Readonly<
  Record<
    MoneyPart,
    { readonly least: Role; readonly meets: MeetsRestricted; readonly Part: () => React.ReactNode }
  >
> = {
  overview: { least: 'viewer', meets: 'filtered', Part: Overview },
  cod: { least: 'viewer', meets: 'filtered', Part: CodList },
  remittances: { least: 'viewer', meets: 'refused', Part: Remittances },
  ledger: { least: 'viewer', meets: 'filtered', Part: Ledger },
  weights: { least: 'viewer', meets: 'filtered', Part: Weights },
  invoices: { least: 'viewer', meets: 'filtered', Part: Invoices },
  imports: { least: 'manager', meets: 'refused', Part: ImportMoney },
};

/** Money: what couriers owe, have paid and have charged, and their files. */
export function MoneyPage() {
  const words = useWords(moneyListWords);
  const session = useSession();
  const seen = MONEY_PARTS.filter((one) => mayCall(session, PARTS[one].least, PARTS[one].meets));
  const [{ part = 'overview', open }] = useMoneyView();
  const { Part, least, meets } = PARTS[part];
  const tabs = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another part is another current tab
  useEffect(() => {
    const tab = tabs.current?.querySelector('[aria-current="page"]');
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [part]);
  return (
    <main className="page money" id="page">
      <div className="stack narrow">
        <header className="page-head">
          <h1>
            {part === 'overview' ? (
              words.title
            ) : (
              <>
                <span className="wide-only">{words.title}</span>
                <span className="on-phone">{words.part[part]}</span>
              </>
            )}
          </h1>
          {seen.includes(part) && isMoneyList(part) && open === undefined && <ExportMoney part={part} />}
        </header>
        <nav className="tabs" ref={tabs} aria-label={words.parts}>
          {seen.map((one) => (
            <Link
              key={one}
              to="/money"
              search={one === 'overview' ? {} : { part: one }}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={one === part ? 'page' : undefined}
            >
              {words.part[one]}
            </Link>
          ))}
        </nav>
        {seen.includes(part) ? <Part key={part} /> : <NoAccess least={least} meets={meets} />}
      </div>
    </main>
  );
}
