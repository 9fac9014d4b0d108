import { useEffect, useState } from 'react';
import { onSessionEnd } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useSession } from '../session/session.ts';
import { SignInForm } from '../session/sign-in-form.tsx';
import { useWords } from '../words/language.ts';
import { frameWords } from './frame-words.ts';

/** Asks to sign in again without losing the current page. */
export function SessionOver() {
  const words = useWords(frameWords);
  const { account } = useSession();
  const [isOver, setOver] = useState(false);
  useEffect(() => onSessionEnd(() => setOver(true)), []);
  if (!isOver) return null;
  return (
    <Dialog title={words.overTitle} onClose={() => setOver(false)}>
      <p>{words.over}</p>
      <div style={{ paddingBottom: 16 }}>
        <SignInForm
          onDone={(session) => {
            // Typed text must not go to another account.
            if (session.account.id !== account.id) window.location.assign('/');
            setOver(false);
            void queries.invalidateQueries();
          }}
        />
      </div>
    </Dialog>
  );
}
