import type { ReactNode } from 'react';
import { useMedia } from '#web/lib/use-media.ts';
import styles from './page.module.css';

interface HeadProps {
  title?: ReactNode;
  lead?: ReactNode;
  /** At the end of the title's line. */
  action?: ReactNode;
}

interface Props extends HeadProps {
  /** What stands at the end edge on wide screens. */
  aside?: ReactNode;
  children: ReactNode;
}

/** As page.module.css has it. */
const HAS_EDGE = '(min-width: 1181px)';

/** The middle of a community page, and its end edge, which asks for nothing where it has no room. */
export function Page({ title, lead, action, aside, children }: Props) {
  const hasEdge = useMedia(HAS_EDGE);
  return (
    <>
      <main id="content" className={styles.main}>
        <PageHead title={title} lead={lead} action={action} />
        {children}
      </main>
      <aside className={styles.aside}>{hasEdge && aside}</aside>
    </>
  );
}

/** What a page calls itself; nothing without a title. */
export function PageHead({ title, lead, action }: HeadProps) {
  if (!title) return null;
  return (
    <div className={styles.head}>
      <div>
        <h1 className={styles.title}>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {action}
    </div>
  );
}
