import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMedia } from '#web/lib/use-media.ts';
import styles from './page.module.css';

interface HeadProps {
  title?: ReactNode;
  lead?: ReactNode;
  /** Controls at the end of the title's line. */
  action?: ReactNode;
}

interface Props extends HeadProps {
  /** Content of the end edge on wide screens. It only repeats content that narrow pages offer elsewhere. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The width from which page.module.css shows the end edge. */
const HAS_EDGE = '(min-width: 1181px)';

/** The middle of a community page and its end edge. Narrow screens do not load the end edge, and show the emergency numbers at the top. */
export function Page({ title, lead, action, aside, children }: Props) {
  const hasEdge = useHasEdge();
  return (
    <>
      <main id="content" className={styles.main}>
        <EmergencyStrip />
        <PageHead title={title} lead={lead} action={action} />
        {children}
      </main>
      <aside className={styles.aside}>{hasEdge && aside}</aside>
    </>
  );
}

export const useHasEdge = () => useMedia(HAS_EDGE);

/** The emergency numbers, for pages without an end edge. */
export function EmergencyStrip() {
  const { t } = useTranslation('community');
  return <p className={styles.strip}>{t('emergency.short')}</p>;
}

/** The page's title with the controls on its line. Draws nothing without a title. */
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
