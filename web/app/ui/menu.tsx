import { Check, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton, Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Icon } from './icon.tsx';
import './menu.css';

export interface MenuEntry {
  key: string;
  label: ReactNode;
  icon?: LucideIcon;
  /** Cannot be undone, or leaves. */
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
}

interface Props {
  /** The button's name; read aloud. It contains the words the button shows. */
  label: string;
  /** What the button shows. */
  trigger: ReactNode;
  triggerClassName?: string;
  entries: readonly MenuEntry[];
  /** The key of the entry that holds now, where the menu is a choice. */
  selected?: string;
}

export function Menu({ label, trigger, triggerClassName = 'menu-button', entries, selected }: Props) {
  const choice = selected === undefined ? {} : ({ selectionMode: 'single', selectedKeys: [selected] } as const);
  return (
    <MenuTrigger>
      <AriaButton className={triggerClassName} aria-label={label}>
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
