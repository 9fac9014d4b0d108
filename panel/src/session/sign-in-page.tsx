import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { inLanguages, useWords } from '../words/language.ts';
import { sessionQuery } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignedOutPage } from './signed-out-page.tsx';

const pageWords = inLanguages({
  en: {
    title: 'Sign in to Dakiya',
    forgotten: 'Forgot password?',
    track: 'Waiting for a parcel? Track it here',
  },
  hi: { title: 'Dakiya में लॉगिन करें', forgotten: 'पासवर्ड भूल गए?', track: 'पार्सल का इंतज़ार है? यहाँ ट्रैक करें' },
});

/** Sign-in page. It is shown at any address, and leads to that address afterwards. */
export function SignInPage() {
  const words = useWords(pageWords);
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { to } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  // Only an address of this panel is allowed.
  const goal = to?.startsWith('/') && !to.startsWith('//') ? to : '/';
  if (session !== null) return <Navigate to={goal} replace />;
  return (
    <SignedOutPage
      title={words.title}
      below={
        <p className="line apart small">
          <a href="/track">{words.track}</a>
          <Link to="/forgotten-password">{words.forgotten}</Link>
        </p>
      }
    >
      <SignInForm onDone={() => navigate({ to: goal, replace: true })} />
    </SignedOutPage>
  );
}
