import { useTranslation } from 'react-i18next';
import { Checkbox } from '#web/ui/checkbox.tsx';

interface Props {
  checked: boolean;
  onChange: (isChecked: boolean) => void;
}

/**
 * A checkbox that makes the thread public (readable without an account). The text next to it names what becomes public.
 */
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
