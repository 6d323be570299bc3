import { Check, ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button, ComboBox as AriaComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { FieldNote } from './field.tsx';
import { Icon } from './icon.tsx';
import './combo-box.css';
import './menu.css';

export interface ComboOption<Key extends string> {
  key: Key;
  /** What is searched and what the field shows once chosen. */
  label: string;
  /** Stands before the label, for example a flag. */
  before?: ReactNode;
  /** Stands at the end, for example a dial code. */
  after?: ReactNode;
}

interface Props<Key extends string> {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  placeholder?: string;
  /** What the list says when nothing matches. */
  noneText?: string;
  options: readonly ComboOption<Key>[];
  value: Key | null;
  onChange: (key: Key | null) => void;
  disabled?: boolean;
  name?: string;
}

/** A long list with a search; typing filters without regard to accents. */
export function ComboBox<Key extends string>({
  label,
  hint,
  error,
  placeholder,
  noneText,
  options,
  value,
  onChange,
  disabled,
  name,
}: Props<Key>) {
  const { t } = useTranslation();
  const noteId = useId();
  return (
    <AriaComboBox
      className="field combo"
      defaultItems={options.map((option) => ({ ...option, id: option.key }))}
      selectedKey={value}
      onSelectionChange={(key) => onChange(key as Key | null)}
      isDisabled={disabled}
      isInvalid={Boolean(error)}
      menuTrigger="focus"
      allowsEmptyCollection
      name={name}
      aria-describedby={hint || error ? noteId : undefined}
    >
      <Label className="field__label">{label}</Label>
      <div className="field__affix">
        <Input className="input combo__input" placeholder={placeholder} />
        <Button className="combo__open" aria-label={t('combo.open')}>
          <Icon as={ChevronDown} />
        </Button>
      </div>
      <FieldNote id={noteId} hint={hint} error={error} />
      <Popover className="menu-popover combo__popover" offset={4}>
        <ListBox<ComboOption<Key> & { id: Key }>
          className="menu"
          renderEmptyState={() => <p className="combo__none">{noneText ?? t('combo.none')}</p>}
        >
          {(option) => (
            <ListBoxItem className="menu__item combo__item" textValue={option.label}>
              {option.before}
              <span className="combo__label">{option.label}</span>
              {option.after && <span className="muted num">{option.after}</span>}
              <Icon as={Check} size="s" className="combo__tick" />
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
