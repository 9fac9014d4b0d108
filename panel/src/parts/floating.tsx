import { Popover } from 'radix-ui';
import { type ComponentProps, createContext, useContext } from 'react';

/** The open dialog, where what floats must be: only the dialog's own content lies above it. */
export const DialogElement = createContext<HTMLElement | null>(null);

/** What floats next to a `Popover.Trigger` or `Popover.Anchor`. */
export function Floating({ className = 'popover', ...content }: ComponentProps<typeof Popover.Content>) {
  const dialog = useContext(DialogElement);
  return (
    <Popover.Portal container={dialog}>
      <Popover.Content align="start" sideOffset={4} collisionPadding={8} className={className} {...content} />
    </Popover.Portal>
  );
}
