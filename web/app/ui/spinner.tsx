import { useTranslation } from 'react-i18next';
import './spinner.css';

interface Props {
  /** True if the spinner fills the window, for a page that is loading. */
  page?: boolean;
  label?: string;
}

export function Spinner({ page = false, label }: Props) {
  const { t } = useTranslation();
  return (
    <span className={page ? 'spinner spinner--page' : 'spinner'} role="status">
      <span className="spinner__ring" aria-hidden="true" />
      <span className="visually-hidden">{label ?? t('loading')}</span>
    </span>
  );
}
