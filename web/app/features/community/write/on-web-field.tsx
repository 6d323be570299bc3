import { useTranslation } from 'react-i18next';
import { Checkbox } from '#web/ui/checkbox.tsx';

interface Props {
  checked: boolean;
  onChange: (isChecked: boolean) => void;
}

/** Says what becomes public, before the writer ticks the box. */
export default function OnWebField({ checked, onChange }: Props) {
  const { t } = useTranslation('community-on-web');
  return (
    <Checkbox
      label={t('label')}
      hint={t('hint')}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
