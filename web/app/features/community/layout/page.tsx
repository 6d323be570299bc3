import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMedia } from '#web/lib/use-media.ts';
import { Row, Stack } from '#web/ui/layout.tsx';
import styles from './page.module.css';

interface HeadProps {
  title?: ReactNode;
  lead?: ReactNode;
  /** Controls at the end of the title's line. */
  action?: ReactNode;
}

interface Props extends HeadProps {
  /** The side column of wide screens. Narrow screens show its content in another place. */
  aside?: ReactNode;
  children: ReactNode;
}

/** Matches screens that are wide enough for the side column. page.module.css uses the same width. */
const HAS_EDGE = '(min-width: 1181px)';

/**
 * The middle of a community page and its side column. Narrow screens do not load the side column. They show the
 * emergency numbers at the top.
 */
export function Page({ title, lead, action, aside, children }: Props) {
  const hasEdge = useHasEdge();
  return (
    <>
      <main id="content" className={styles.main}>
        <EmergencyStrip />
        <PageHead title={title} lead={lead} action={action} />
        {children}
      </main>
      <Stack as="aside" gap={16} className={styles.aside}>
        {hasEdge && aside}
      </Stack>
    </>
  );
}

export const useHasEdge = () => useMedia(HAS_EDGE);

/** A line with the emergency numbers, for pages without a side column. */
export function EmergencyStrip() {
  const { t } = useTranslation('community');
  return <p className={styles.strip}>{t('emergency.short')}</p>;
}

/** The page's title with its controls on the same line. Without a title, nothing is drawn. */
export function PageHead({ title, lead, action }: HeadProps) {
  if (!title) return null;
  return (
    <Row gap={24} rowGap={12} align="end" justify="between" wrap className={styles.head}>
      <div>
        <h1 className={styles.title}>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {action}
    </Row>
  );
}
