import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import './tabs.css';

interface Props<Key extends string> {
  label: string;
  tabs: readonly { key: Key; title: ReactNode; content: ReactNode }[];
  /**
   * The key of the chosen tab, if the parent component stores the choice. Otherwise the Tabs component stores it and
   * starts with the first tab.
   */
  selected?: Key;
  onSelect?: (key: Key) => void;
}

/** Tabs for the parts of one form or page. For two to four views of the same content, use SegmentedControl. */
export function Tabs<Key extends string>({ label, tabs, selected, onSelect }: Props<Key>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState(tabs[0]?.key);
  const current = selected ?? own;

  // On a phone the chosen tab may be outside the visible part of the list.
  useEffect(() => {
    const tab = list.current?.querySelector('[aria-selected=true]')?.getBoundingClientRect();
    const box = list.current?.getBoundingClientRect();
    if (tab && box) list.current?.scrollBy(tab.left + tab.width / 2 - box.left - box.width / 2, 0);
  }, [current]);

  const select = (key: Key) => {
    setOwn(key);
    onSelect?.(key);
  };

  /**
   * Handles the keys for the tabs. The arrow keys follow the reading direction. When a tab gets the focus, it is chosen
   * at once.
   */
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // The focused tab is treated as the current one. `selected` may be out of date: if the parent stores the choice in
    // the address, the person may press the next key before the address changes.
    const at = tabs.findIndex((tab) => document.activeElement?.id === `${id}-${tab.key}`);
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const backward = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
    const targets: Record<string, number> = { [forward]: at + 1, [backward]: at - 1, Home: 0, End: tabs.length - 1 };
    const target = targets[event.key];
    const next = target === undefined ? undefined : tabs.at(target % tabs.length);
    if (!next) return;
    event.preventDefault();
    select(next.key);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${next.key}`)}`)?.focus();
  };

  return (
    <div className="tabs">
      <div ref={list} role="tablist" tabIndex={-1} aria-label={label} className="tabs__list" onKeyDown={onKeyDown}>
        {tabs.map(({ key, title }) => (
          <button
            key={key}
            id={`${id}-${key}`}
            type="button"
            role="tab"
            className="tabs__tab"
            aria-selected={key === current}
            aria-controls={`${id}-panel`}
            tabIndex={key === current ? 0 : -1}
            onClick={() => select(key)}
          >
            {title}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" tabIndex={0} aria-labelledby={`${id}-${current}`} className="tabs__panel">
        {tabs.find((tab) => tab.key === current)?.content}
      </div>
    </div>
  );
}
