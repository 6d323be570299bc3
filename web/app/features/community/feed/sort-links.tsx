import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import styles from './sort-links.module.css';

interface Props {
  /** The part of the address that changes. */
  name: string;
  label: string;
  current: string;
  options: readonly { key: string; label: string }[];
}

/** Orders of one list. They stand in the address, so that Back and a sent link mean the same. */
export function SortLinks({ name, label, current, options }: Props) {
  const [params] = useSearchParams();
  const row = useRef<HTMLElement>(null);
  // On a phone the row is wider than the screen. Only the row moves, never the page.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- another choice moves it
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (!row.current || !chosen) return;
    const beyond = chosen.getBoundingClientRect().right - row.current.getBoundingClientRect().right;
    if (beyond > 0) row.current.scrollLeft += beyond;
  }, [current]);
  const to = (key: string) => {
    const next = new URLSearchParams(params);
    next.set(name, key);
    return `?${next}`;
  };
  return (
    <nav ref={row} aria-label={label} className={styles.links}>
      {options.map(({ key, label: words }) => (
        <Link key={key} to={to(key)} replace preventScrollReset aria-current={key === current ? 'true' : undefined}>
          {words}
        </Link>
      ))}
    </nav>
  );
}
