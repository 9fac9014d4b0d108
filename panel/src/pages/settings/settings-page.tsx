import { Link, useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { type Role, useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { Audit } from './audit.tsx';
import { Couriers } from './couriers.tsx';
import { Holidays } from './holidays.tsx';
import { Jobs } from './jobs.tsx';
import { Keys } from './keys.tsx';
import { Messages } from './messages.tsx';
import { Sessions } from './sessions.tsx';
import { settingsWords } from './settings-words.ts';
import { Users } from './users.tsx';
import { Warehouses } from './warehouses.tsx';
import { Webhooks } from './webhooks.tsx';

/** Each part with who sees it. */
const PARTS = {
  warehouses: [Warehouses, 'viewer'],
  couriers: [Couriers, 'manager'],
  webhooks: [Webhooks, 'manager'],
  messages: [Messages, 'manager'],
  users: [Users, 'owner'],
  keys: [Keys, 'owner'],
  holidays: [Holidays, 'viewer'],
  sessions: [Sessions, 'viewer'],
  jobs: [Jobs, 'viewer'],
  audit: [Audit, 'manager'],
} as const satisfies Record<string, readonly [ComponentType, Role]>;
type Part = keyof typeof PARTS;
const ORDER: readonly Role[] = ['viewer', 'packer', 'manager', 'owner'];

export function SettingsPage() {
  const words = useWords(settingsWords);
  const { role } = useSession();
  const { part: wanted } = useParams({ strict: false });
  const seen = (Object.keys(PARTS) as Part[]).filter(
    (one) => ORDER.indexOf(role) >= ORDER.indexOf(PARTS[one][1]),
  );
  const part: Part = wanted !== undefined && wanted in PARTS ? (wanted as Part) : 'warehouses';
  const [Shown] = PARTS[part];
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
              to="/settings/$part"
              params={{ part: one }}
              aria-current={one === part ? 'page' : undefined}
            >
              {words.part[one]}
            </Link>
          ))}
        </nav>
        {seen.includes(part) ? <Shown /> : <p className="quiet">{words.notYours}</p>}
      </div>
    </main>
  );
}
