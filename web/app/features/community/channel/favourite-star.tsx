import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#web/ui/icon-button.tsx';
import { favourites, toggleFavourite } from '../local/favourites.ts';
import { useStored } from '../local/stored-value.ts';
import styles from './channel-head.module.css';

/** A button that marks a community as a favourite, or removes the mark. Favourites are stored on this device only. */
export function FavouriteStar({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('community');
  const isOn = useStored(favourites).includes(id);
  return (
    <IconButton
      icon={Star}
      label={t('favourite', { name })}
      aria-pressed={isOn}
      className={styles.star}
      onClick={() => toggleFavourite(id)}
    />
  );
}
