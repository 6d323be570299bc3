import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { CommunityLimits } from '#contract/community/terms.ts';
import { isComposing } from '#web/lib/is-composing.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import styles from './wizard.module.css';
import { focusOnce } from '../parts/focus-once.ts';
import { useThemes } from '../parts/theme-name.ts';
import { useTypedWord } from '../parts/use-typed-word.ts';

interface Props {
  themes: readonly string[];
  onChange: (themes: string[]) => void;
}

/**
 * Shows the themes as small buttons. When the button '+ Add theme' is pressed, a field for free text replaces this
 * button until Enter or Escape.
 */
export function ThemeChips({ themes, onChange }: Props) {
  const { t } = useTranslation('community');
  const { nameOf, themeOf } = useThemes();
  const wordOf = (name: string) => name.trim() && themeOf(name.trim());
  const { text, settled, type, drop, settle } = useTypedWord({ words: themes, onChange, wordOf });
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  /** Closes the field. The focus returns to the button that the field had replaced. */
  const leave = () => {
    flushSync(() => {
      settle();
      setOpen(false);
    });
    opener.current?.focus();
  };
  return (
    <div>
      <p className={styles.legend}>{t('edit.themes')}</p>
      <Row as="ul" gap={8} align="center" wrap>
        {settled.map((theme) => (
          <li key={theme} className={styles.chip}>
            {nameOf(theme)}
            <button
              type="button"
              aria-label={t('edit.theme.remove', { theme: nameOf(theme) })}
              onClick={() => drop(theme)}
            >
              <Icon as={X} size="s" />
            </button>
          </li>
        ))}
        <li>
          {isOpen ? (
            <input
              className="input"
              ref={focusOnce}
              aria-label={t('edit.theme.label')}
              placeholder={t('edit.theme.label')}
              maxLength={CommunityLimits.theme_max}
              value={text}
              onChange={(event) => type(event.target.value)}
              onKeyDown={(event) => {
                if (isComposing(event.nativeEvent)) return;
                if (event.key === 'Escape') type('');
                else if (event.key !== 'Enter') return;
                event.preventDefault();
                leave();
              }}
            />
          ) : (
            <Button size="xs" ref={opener} onClick={() => setOpen(true)}>
              <Icon as={Plus} size="s" />
              {t('edit.theme.add')}
            </Button>
          )}
        </li>
      </Row>
    </div>
  );
}
