import { ArrowRight, Filter, LogOut, Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from 'react-aria-components';
import { useNavigate } from 'react-router';
import { AppointmentStatuses } from '#contract/appointment-status.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import '#web/ui/dialog.css';
import '#web/ui/menu.css';
import { adminPlaces } from './admin-places.ts';
import { useSignOut } from './sign-out.ts';

/** Moves the focus to the field of the palette when the palette opens. */
const takeFocus = (input: HTMLInputElement | null) => input?.focus();

/**
 * Finds pages, filters and other entries of the admin panel by a few letters. It also offers to search appointments and
 * people for the typed words. The arrow keys choose, Enter opens, Escape closes.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['admin', 'ui']);
  const { contains } = useFilter({ sensitivity: 'base', ignorePunctuation: true });
  const [text, setText] = useState('');
  return (
    <ModalOverlay
      className="dialog-scrim palette-scrim"
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className="dialog palette">
        <Dialog className="dialog__inner" aria-label={t('palette.label')}>
          <Autocomplete inputValue={text} onInputChange={setText} filter={contains}>
            <SearchField className="palette__field" aria-label={t('palette.label')}>
              <Icon as={Search} size="s" />
              <Input ref={takeFocus} placeholder={t('palette.placeholder')} />
            </SearchField>
            <Menu
              className="menu palette__list"
              aria-label={t('palette.label')}
              renderEmptyState={() => t('palette.none')}
            >
              <Entries words={text.trim()} onClose={onClose} />
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/**
 * Lists the entries that match the typed words. The searches for appointments and people come first, then pages,
 * filters and the other entries.
 */
function Entries({ words, onClose }: { words: string; onClose: () => void }) {
  const { t } = useTranslation(['admin', 'ui']);
  const navigate = useNavigate();
  const locale = useLocale();
  const signOut = useSignOut();
  const go = (path: string) => () => {
    onClose();
    void navigate(inLanguage(path, locale));
  };
  // The names of the two search entries contain the typed text, so these entries always match.
  const searches = [
    { key: 'appointments', path: '/admin' },
    { key: 'users', path: '/admin/users' },
  ] as const;
  return (
    <>
      {words && (
        <MenuSection>
          <Header>{t('palette.search')}</Header>
          {searches.map(({ key, path }) => (
            <Entry
              key={key}
              icon={Search}
              label={t(`palette.search.${key}`, { words })}
              onAction={go(`${path}?q=${encodeURIComponent(words)}`)}
            />
          ))}
        </MenuSection>
      )}
      <MenuSection>
        <Header>{t('palette.rooms')}</Header>
        {adminPlaces.map(({ key, path }) => (
          <Entry key={key} icon={ArrowRight} label={t(`place.${key}`)} onAction={go(path)} />
        ))}
      </MenuSection>
      <MenuSection>
        <Header>{t('palette.filters')}</Header>
        {AppointmentStatuses.map((status) => (
          <Entry
            key={status}
            icon={Filter}
            label={t('palette.status', { status: t(`filter.${status}`) })}
            onAction={go(`/admin?status=${status}`)}
          />
        ))}
        <Entry icon={Filter} label={t('palette.overdue')} onAction={go('/admin?late=1')} />
      </MenuSection>
      <MenuSection>
        <Header>{t('palette.other')}</Header>
        <Entry icon={ArrowRight} label={t('ui:nav.account')} onAction={go('/account')} />
        <Entry icon={ArrowRight} label={t('ui:nav.community')} onAction={go('/community')} />
        <Entry icon={LogOut} label={t('ui:nav.signOut')} onAction={signOut} />
      </MenuSection>
    </>
  );
}

function Entry({ icon, label, onAction }: { icon: typeof Search; label: string; onAction: () => void }) {
  return (
    <MenuItem className="menu__item" textValue={label} onAction={onAction}>
      <Icon as={icon} size="s" />
      {label}
    </MenuItem>
  );
}
