import type { ReactNode } from 'react';
import { Logo } from './logo.tsx';

/** A page without the frame, for people who are not signed in. */
export function SignedOutPage({
  title,
  below,
  children,
}: {
  title: string;
  below?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="alone">
      <main className="stack">
        <div className="card stack">
          <div className="line">
            <Logo />
            <h1>{title}</h1>
          </div>
          {children}
        </div>
        {below}
      </main>
    </div>
  );
}
