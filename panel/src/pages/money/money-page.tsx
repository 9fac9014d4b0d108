import { Link } from '@tanstack/react-router';
import { type MeetsRestricted, mayCall, type Role, useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { CodList } from './cod.tsx';
import { ImportMoney } from './import-money.tsx';
import { Invoices } from './invoices.tsx';
import { Ledger } from './ledger.tsx';
import { useMoneyView } from './money-filters.tsx';
import { moneyListWords } from './money-list-words.ts';
import { MONEY_PARTS, type MoneyPart } from './money-view.ts';
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
  const [{ part = 'overview' }] = useMoneyView();
  const { Part } = PARTS[part];
  return (
    <main className="page" id="page">
      <div className="stack narrow">
        <header className="page-head">
          <h1>{words.title}</h1>
        </header>
        <nav className="tabs" aria-label={words.parts}>
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
        {seen.includes(part) ? <Part key={part} /> : <p className="quiet">{words.notYours}</p>}
      </div>
    </main>
  );
}
