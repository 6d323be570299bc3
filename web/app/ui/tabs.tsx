import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
import './tabs.css';

interface Props<Key extends string> {
  label: string;
  tabs: readonly { key: Key; title: ReactNode; content: ReactNode }[];
  selected?: Key;
  onSelect?: (key: Key) => void;
}

/** Parts of one form or page, under each other's place. Two or three views of one thing are a SegmentedControl. */
export function Tabs<Key extends string>({ label, tabs, selected, onSelect }: Props<Key>) {
  return (
    <AriaTabs className="tabs" selectedKey={selected} onSelectionChange={(key) => onSelect?.(key as Key)}>
      <TabList aria-label={label} className="tabs__list">
        {tabs.map((tab) => (
          <Tab key={tab.key} id={tab.key} className="tabs__tab">
            {tab.title}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.key} id={tab.key} className="tabs__panel">
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
