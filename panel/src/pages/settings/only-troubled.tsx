import { Link } from '@tanstack/react-router';
import { useWords } from '../../words/language.ts';
import { settingsWords } from './settings-words.ts';

/** Says that only entries with problems are shown, with a link to all. */
export function OnlyTroubled({ part }: { part: 'webhooks' | 'couriers' }) {
  const words = useWords(settingsWords);
  return (
    <p className="line quiet">
      {words.onlyTroubled}
      <Link to="/settings/$part" params={{ part }} search={{}}>
        {words.showAll}
      </Link>
    </p>
  );
}
