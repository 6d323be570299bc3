import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '#contract/community/channels.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ChannelCards, ChannelLinks } from './channel-aside.tsx';
import styles from './channel-brief.module.css';

/**
 * A row of links that replaces the side column of a community's page if there is no room for the column. The first link
 * opens the cards of the column.
 */
export function ChannelBrief({ channel }: { channel: Channel }) {
  const { t } = useTranslation('community');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className={styles.row}>
        <Button size="s" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {t('channel.about')}
          <Icon as={ChevronDown} size="s" className={styles.sign} />
        </Button>
        <ChannelLinks channel={channel} />
      </div>
      {isOpen && (
        <div id={id} className={styles.cards}>
          {/* The head of the page already shows the description. */}
          <ChannelCards channel={{ ...channel, description: null }} />
        </div>
      )}
    </>
  );
}
