import { Upload } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';

/** A place for a file: it can be dropped there, or chosen with the button. */
export function FileDrop({
  label,
  title,
  action,
  accept,
  hint,
  isSmall = false,
  disabled = false,
  onFile,
  before,
  children,
}: {
  /** The name of the place, and of the hidden input. */
  label: string;
  title?: string | undefined;
  /** The text of the button. */
  action: string;
  accept: string;
  hint?: ReactNode;
  isSmall?: boolean;
  disabled?: boolean;
  onFile: (file: File) => void;
  /** What is shown instead of the upward arrow, such as the present picture. */
  before?: ReactNode;
  /** What follows the button: further actions, the chosen file, what is wrong with it. */
  children?: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (file: File | undefined) => {
    if (file !== undefined && !disabled) onFile(file);
  };
  return (
    <section
      className={`drop${isOver ? ' over' : ''}${isSmall ? ' small' : ''}`}
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files[0]);
      }}
    >
      {before ?? <Upload aria-hidden="true" />}
      {title && <h2>{title}</h2>}
      <button
        type="button"
        className={isSmall ? 'button' : 'button first'}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {action}
      </button>
      {hint && <p className="quiet small">{hint}</p>}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={({ target }) => {
          take(target.files?.[0]);
          // Otherwise the same file could not be chosen again after it was corrected.
          target.value = '';
        }}
      />
      {children}
    </section>
  );
}
