import { lazy, type MouseEvent, Suspense, useState } from 'react';
import type { MenuProps } from './menu.tsx';
import './menu.css';

const load = () => import('./menu.tsx');
const Menu = lazy(async () => ({ default: (await load()).Menu }));

/**
 * A menu in the header or in a row of a list. The code of a menu is as large as the rest of the page. Until the person
 * presses it, the menu is therefore a plain button. Its code is loaded when the pointer or the focus reaches the
 * button.
 */
export function HeaderMenu(props: MenuProps) {
  const { label, trigger, triggerClassName = 'menu-button' } = props;
  const [asked, setAsked] = useState<'pointer' | 'keyboard'>();
  const ready = () => void load().catch(() => {});
  // `detail` is 0 if the person pressed the button with a key.
  const open = (event: MouseEvent) => setAsked(event.detail === 0 ? 'keyboard' : 'pointer');
  const button = (
    <button
      type="button"
      className={triggerClassName}
      aria-label={label}
      aria-haspopup="true"
      aria-expanded={asked !== undefined}
      onClick={open}
      onFocus={ready}
      onPointerEnter={ready}
      onKeyDown={(event) => event.key === 'ArrowDown' && setAsked('keyboard')}
    >
      {trigger}
    </button>
  );
  if (!asked) return button;
  return (
    <Suspense fallback={button}>
      <Menu {...props} opensAtOnce={asked} />
    </Suspense>
  );
}
