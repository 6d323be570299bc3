import { useTranslation } from 'react-i18next';
import type { ChannelLabel } from '#contract/community/terms.ts';
import { Select } from '#web/ui/text-field.tsx';

/** The value that means the writer's own page. The page is created with the first post on it. */
export const ownPage = 'my-page';

interface Props {
  places: readonly ChannelLabel[];
  value: string;
  onChange: (channelId: string) => void;
}

/** A field to choose where to publish a post. The writer's own page comes first, then the joined communities. */
export function ChannelSelect({ places, value, onChange }: Props) {
  const { t } = useTranslation('community');
  return (
    <Select label={t('write.channel')} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value={ownPage}>{t('write.myPage')}</option>
      <hr />
      {places.length === 0 && <option disabled>{t('write.noneJoined')}</option>}
      {places.map((channel) => (
        <option key={channel.id} value={channel.id} dir="auto">
          {channel.name} (fl@{channel.slug})
        </option>
      ))}
    </Select>
  );
}
