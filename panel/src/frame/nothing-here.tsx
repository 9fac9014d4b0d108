import { Link } from '@tanstack/react-router';
import { Empty, Failure } from '../parts/notices.tsx';
import { inLanguages, useWords } from '../words/language.ts';

const nowhereWords = inLanguages({
  en: { title: 'Page not found', back: 'Go to Today', wrong: 'This page could not be loaded' },
  hi: { title: 'पेज नहीं मिला', back: '“आज” पर जाएँ', wrong: 'यह पेज लोड नहीं हो सका' },
});

export function NotHere() {
  return (
    <main className="alone">
      <NoSuchPage />
    </main>
  );
}

/** The same, inside another page. */
export function NoSuchPage() {
  const words = useWords(nowhereWords);
  return (
    <Empty title={words.title}>
      <Link to="/" className="button">
        {words.back}
      </Link>
    </Empty>
  );
}

export function WentWrong({ error }: { error: unknown }) {
  const words = useWords(nowhereWords);
  return (
    <main className="alone">
      <div className="stack">
        <h1>{words.wrong}</h1>
        <Failure error={error} onRetry={() => window.location.reload()} />
      </div>
    </main>
  );
}
