import { type ReactNode, useId } from 'react';
import { State } from './status.tsx';

/** A step of a guided page; one that is off or folded shows only its title. */
export function GuideStep({
  number,
  title,
  isDone = false,
  isOff = false,
  isFolded = isOff,
  children,
}: {
  number: number;
  title: string;
  isDone?: boolean;
  /** It cannot be done yet. */
  isOff?: boolean;
  isFolded?: boolean;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <li className={isOff ? 'step off' : 'step'}>
      <h2 id={id} className="line">
        {isDone ? <State mood="done">{title}</State> : `${number}. ${title}`}
      </h2>
      {!isFolded && (
        <section className="stack" aria-labelledby={id}>
          {children}
        </section>
      )}
    </li>
  );
}
