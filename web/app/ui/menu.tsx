import { Check, type LucideIcon } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Button as AriaButton, Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Icon } from './icon.tsx';
import './menu.css';

export interface MenuEntry {
  key: string;
  label: ReactNode;
  icon?: LucideIcon;
  /** True for actions that cannot be undone, and for signing out. */
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
}

export interface MenuProps {
  /** The button's name for screen readers. It must contain the visible text of the button. */
  label: string;
  /** The visible content of the button. */
  trigger: ReactNode;
  triggerClassName?: string;
  entries: readonly MenuEntry[];
  /** The key of the chosen entry, if the menu offers a choice. */
  selected?: string;
  /**
   * Opens the menu at once, because the menu replaces a button that the person just pressed. The value says how the
   * person pressed the button (`header-menu.tsx`).
   */
  opensAtOnce?: 'pointer' | 'keyboard';
}

export function Menu({ label, trigger, triggerClassName = 'menu-button', entries, selected, opensAtOnce }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useOpenAtOnce(opensAtOnce, button, setOpen);
  const choice = selected === undefined ? {} : ({ selectionMode: 'single', selectedKeys: [selected] } as const);
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton ref={button} className={triggerClassName} aria-label={label}>
        {trigger}
      </AriaButton>
      <Popover className="menu-popover" placement="bottom end">
        <AriaMenu className="menu" {...choice}>
          {entries.map((entry) => (
            <MenuItem
              key={entry.key}
              id={entry.key}
              className="menu__item"
              data-danger={entry.danger || undefined}
              isDisabled={entry.disabled}
              onAction={entry.onSelect}
            >
              {entry.icon && <Icon as={entry.icon} size="s" />}
              {entry.label}
              {entry.key === selected && <Icon as={Check} size="s" className="menu__mark" />}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

/**
 * Opens the menu at once. The menu's own button gets the focus first, so that the focus returns to it when the menu
 * closes. If a key opened the menu, the first entry gets the focus.
 */
function useOpenAtOnce(
  how: MenuProps['opensAtOnce'],
  button: RefObject<HTMLButtonElement | null>,
  setOpen: (isOpen: boolean) => void,
) {
  const first = useRef(how);
  useEffect(() => {
    if (!first.current) return;
    button.current?.focus();
    if (first.current === 'pointer') setOpen(true);
    else button.current?.click();
    first.current = undefined;
  }, [button, setOpen]);
}
