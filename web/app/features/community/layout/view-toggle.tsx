import { Lock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '#contract/identity.ts';
import { Icon } from '#web/ui/icon.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { useStored } from '../local/stored-value.ts';
import { storedView } from '../local/view.ts';
import { useSeesExclusive } from './use-my-community.ts';
import styles from './header.module.css';

const hint_ms = 3000;

/**
 * A switch between all posts and exclusive posts. If a member without access to exclusive posts clicks it, the switch
 * does not move, and a text shows the reason for three seconds.
 */
export function ViewToggle({ user }: { user: Me }) {
  const { t } = useTranslation('community');
  const stored = useStored(storedView);
  const may = useSeesExclusive(user);
  const [hints, setHints] = useState(0);

  useEffect(() => {
    if (hints === 0) return;
    const timer = setTimeout(() => setHints(0), hint_ms);
    return () => clearTimeout(timer);
  }, [hints]);

  return (
    <div className={styles.toggle}>
      <SegmentedControl
        label={t('view.label')}
        size="s"
        value={may ? stored : 'all'}
        options={[
          { value: 'all', label: t('view.all') },
          {
            value: 'exclusive',
            label: (
              <>
                <Icon as={Lock} size="s" />
                {t('view.exclusive')}
              </>
            ),
          },
        ]}
        onChange={(view) => {
          if (view === 'all' || may) return storedView.write(view);
          setHints(hints + 1);
          return false;
        }}
      />
      <p role="status" className={styles.hint} data-shown={hints > 0 || undefined}>
        {hints > 0 && t('view.hint')}
      </p>
    </div>
  );
}
