import { Ellipsis } from 'lucide-react';
import { DropdownMenu, Tooltip } from 'radix-ui';
import { type ReactElement, type ReactNode, useContext } from 'react';
import { DialogElement } from './floating.tsx';

/** An entry of a menu. */
export interface MenuAction {
  readonly text: string;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly run: () => void;
}

/** Actions behind a button: three dots, unless it has content. Shows nothing without actions. */
export function ActionMenu({
  label,
  actions,
  look = 'button small',
  children,
}: {
  label: string;
  actions: readonly MenuAction[];
  /** The classes of a button with content. */
  look?: string;
  children?: ReactNode;
}) {
  const dialog = useContext(DialogElement);
  if (actions.length === 0) return null;
  return (
    <DropdownMenu.Root modal={false}>
      {children === undefined ? (
        <DropdownMenu.Trigger className="button bare icon small" aria-label={label} title={label}>
          <Ellipsis aria-hidden="true" />
        </DropdownMenu.Trigger>
      ) : (
        <DropdownMenu.Trigger className={look} aria-label={label}>
          {children}
        </DropdownMenu.Trigger>
      )}
      <DropdownMenu.Portal container={dialog}>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4} collisionPadding={8}>
          {actions.map(({ text, icon, danger, disabled, run }) => (
            <DropdownMenu.Item
              key={text}
              className={danger ? 'menu-item bad' : 'menu-item'}
              disabled={disabled === true}
              onSelect={run}
            >
              {icon}
              {text}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Explains a control while the pointer or the focus is on it. The control keeps its own accessible name. */
export function Tip({ text, children }: { text: ReactNode; children: ReactElement }) {
  const dialog = useContext(DialogElement);
  return (
    <Tooltip.Provider delayDuration={400}>
      <Tooltip.Root>
        <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
        <Tooltip.Portal container={dialog}>
          <Tooltip.Content className="tip" sideOffset={6} collisionPadding={8}>
            {text}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}
