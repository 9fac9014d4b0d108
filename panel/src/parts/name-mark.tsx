import '../design/name-mark.css';

/** The first letters of a courier or a shop system, on its own colour. */
export function NameMark({ of, name }: { of: string; name: string }) {
  const letters = name.split(' ').map((word) => word.charAt(0));
  return (
    <span className="name-mark" data-of={of} aria-hidden="true">
      {letters.join('')}
    </span>
  );
}
