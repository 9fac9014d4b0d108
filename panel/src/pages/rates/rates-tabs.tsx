import { Link } from '@tanstack/react-router';
import { useMayActAs } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { cardsWords } from './cards-words.ts';

export function RatesTabs({ at }: { at: 'calculator' | 'cards' }) {
  const words = useWords(cardsWords);
  const seesCards = useMayActAs('viewer', 'refused');
  return (
    <nav className="tabs" aria-label={words.title}>
      <Link
        to="/rates"
        activeOptions={{ exact: true }}
        aria-current={at === 'calculator' ? 'page' : undefined}
      >
        {words.calculator}
      </Link>
      {seesCards && (
        <Link to="/rates/cards" aria-current={at === 'cards' ? 'page' : undefined}>
          {words.cards}
        </Link>
      )}
    </nav>
  );
}
