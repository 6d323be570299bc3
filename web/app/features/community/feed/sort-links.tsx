import { Link, useSearchParams } from 'react-router';
import styles from './sort-links.module.css';

interface Props {
  /** The part of the address that changes. */
  name: string;
  label: string;
  current: string;
  options: readonly { key: string; label: string }[];
}

/** On a phone the row is wider than the screen. Only the row scrolls, never the page. */
function showInRow(chosen: HTMLElement | null) {
  const row = chosen?.parentElement;
  if (!chosen || !row) return;
  const beyond = chosen.getBoundingClientRect().right - row.getBoundingClientRect().right;
  if (beyond > 0) row.scrollLeft += beyond;
}

/** Links to the orders of a list. The address contains the order, so that Back and a shared link show the same list. */
export function SortLinks({ name, label, current, options }: Props) {
  const [params] = useSearchParams();
  const to = (key: string) => {
    const next = new URLSearchParams(params);
    next.set(name, key);
    return `?${next}`;
  };
  return (
    <nav aria-label={label} className={styles.links}>
      {options.map(({ key, label: words }) => (
        <Link
          key={key}
          ref={key === current ? showInRow : undefined}
          to={to(key)}
          replace
          preventScrollReset
          aria-current={key === current ? 'true' : undefined}
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}
