import type { ReactNode } from 'react';
import styles from './page.module.css';

interface Props {
  title?: ReactNode;
  lead?: ReactNode;
  /** At the end of the title's line. */
  action?: ReactNode;
  /** What stands at the end edge on wide screens. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The middle of a community page, and its end edge. */
export function Page({ title, lead, action, aside, children }: Props) {
  return (
    <>
      <main id="content" className={styles.main}>
        {title && (
          <div className={styles.head}>
            <div>
              <h1 className={styles.title}>{title}</h1>
              {lead && <p className={styles.lead}>{lead}</p>}
            </div>
            {action}
          </div>
        )}
        {children}
      </main>
      <aside className={styles.aside}>{aside}</aside>
    </>
  );
}
