import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';

/** The head of a page below another: a way back to it, the title, and buttons. */
export function PageHead({
  title,
  from,
  fromName,
  children,
}: {
  title: string;
  from: NonNullable<LinkProps['to']>;
  fromName: string;
  children?: ReactNode;
}) {
  return (
    <header className="page-head">
      <Link to={from} className="button bare icon" aria-label={fromName} title={fromName}>
        <ArrowLeft aria-hidden="true" />
      </Link>
      <h1>{title}</h1>
      {children}
    </header>
  );
}
