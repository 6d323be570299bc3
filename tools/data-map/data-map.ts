import { appointmentsData } from '#server/domains/appointments/personal.ts';
import { billingData } from '#server/domains/billing/personal.ts';
import { bookingsData } from '#server/domains/bookings/personal.ts';
import { clinicsData } from '#server/domains/clinics/personal.ts';
import { careData } from '#server/domains/care/personal.ts';
import { evidenceData } from '#server/domains/evidence/personal.ts';
import { communityData } from '#server/domains/community/personal.ts';
import { directoryData } from '#server/domains/directory/personal.ts';
import { identityData } from '#server/domains/identity/personal.ts';
import { importsData } from '#server/domains/imports/personal.ts';
import { intakeData } from '#server/domains/intake/personal.ts';
import { notificationsData } from '#server/domains/notifications/personal.ts';
import { operationsData } from '#server/domains/operations/personal.ts';
import { privacyData } from '#server/domains/privacy/personal.ts';
import { progressData } from '#server/domains/progress/personal.ts';
import { simulationData } from '#server/domains/simulation/personal.ts';
import { siteData } from '#server/domains/site/personal.ts';
import { videoData } from '#server/domains/video/personal.ts';
import type { DescribedTable, Keep, PersonalData } from '#server/platform/personal/personal-data.ts';
import { platformData } from '#server/platform/personal/platform-tables.ts';
import { commonColumns } from './common-columns.ts';

const chapters: Readonly<Record<string, readonly PersonalData[]>> = {
  Accounts: [identityData],
  'Photos and answers before the account': [intakeData],
  Simulation: [simulationData],
  Care: [careData],
  'Video visits': [videoData],
  Evidence: [evidenceData],
  'From another system': [importsData],
  Appointments: [appointmentsData],
  'Clinics and their time': [clinicsData, bookingsData],
  Payments: [billingData],
  Community: [communityData],
  Progress: [progressData],
  Notifications: [notificationsData],
  'Public pages': [directoryData, siteData, operationsData],
  'Tables of the platform': [platformData, privacyData],
};

/** Returns each table with its columns in their order, read from the schema that `dumpSchema` writes. */
export function readColumns(schema: string): Map<string, string[]> {
  const tables = [...schema.matchAll(/^create (?:unlogged )?table (\w+) \(\n([\s\S]*?)\n\)/gm)];
  return new Map(
    tables.map(([, table = '', body = '']) => [
      table,
      [...body.matchAll(/^ {2}"?(\w+)"? /gm)].flatMap(([, name = '']) => (name === 'constraint' ? [] : [name])),
    ]),
  );
}

const tablesOf = (chapter: readonly PersonalData[]): [string, DescribedTable][] =>
  chapter.flatMap(({ tables }) => Object.entries(tables));
const described = new Map(Object.values(chapters).flatMap(tablesOf));
const purposeOf = (table: string, column: string): string | undefined =>
  described.get(table)?.columns?.[column] ?? commonColumns[column];

/**
 * Returns one sentence for each missing description, and for each description of a table or column that no longer
 * exists.
 */
export function faultsOfDataMap(schema: string): string[] {
  const tables = readColumns(schema);
  const silent = [...tables].flatMap(([table, columns]) => {
    const description = described.get(table);
    if (!description) return [`${table}: nobody says what the table is for`];
    const kept = description.stays || description.of ? [] : [`${table}: nobody says how long a row is kept`];
    return [
      ...kept,
      ...columns
        .filter((name) => !purposeOf(table, name))
        .map((name) => `${table}.${name}: nobody says what it is for`),
    ];
  });
  const gone = [...described].flatMap(([table, { columns = {} }]) => {
    const known = tables.get(table);
    if (!known) return [`${table}: there is no such table`];
    return Object.keys(columns).flatMap((name) =>
      known.includes(name) ? [] : [`${table}.${name}: there is no such column`],
    );
  });
  return [...silent, ...gone];
}

const kept: Readonly<Record<Keep, string>> = {
  record:
    'until the account is erased; data on which a signed plan is based, until twenty years after the last signature',
  books: 'ten years from the end of the year; the person’s name is removed when the account is erased',
  log: 'twelve months',
  marker: 'until the account is erased; afterwards only the fact that the key was destroyed',
};

const retentionOf = ({ stays, kept: why }: DescribedTable): string =>
  stays ?? (why ? kept[why] : 'until the account is erased');

/**
 * Describes the person to whom the rows of a table belong. Either a column names the person, or a column names the row
 * of another table that belongs to the person.
 */
function whoseOf({ of }: DescribedTable): string {
  if (!of) return 'to no person';
  const [column, parent] = of.split('>');
  return parent
    ? `to the person of the row in \`${parent.split('.')[0]}\` that \`${column}\` names`
    : `to the person in \`${column}\``;
}

function exportOf({ hidden = [] }: DescribedTable): string {
  if (hidden === 'all') return 'not included';
  return hidden.length > 0 ? `included without ${hidden.map((name) => `\`${name}\``).join(', ')}` : 'included';
}

function writeTable(table: string, description: DescribedTable, columns: readonly string[]): string {
  const facts = [
    `Each row belongs ${whoseOf(description)}.`,
    `Retention: ${retentionOf(description)}.`,
    ...(description.of ? [`Export: ${exportOf(description)}.`] : []),
  ];
  const rows = columns.map((name) => `| \`${name}\` | ${purposeOf(table, name) ?? '**nobody says**'} |`);
  return `### ${table}\n\n${description.why}. ${facts.join(' ')}\n\n| column | purpose |\n|---|---|\n${rows.join('\n')}\n`;
}

/** Returns the text of docs/data-map.md for a schema. */
export function writeDataMap(schema: string): string {
  const tables = readColumns(schema);
  const written = Object.entries(chapters).map(([title, chapter]) => {
    const parts = tablesOf(chapter).map(([table, description]) =>
      writeTable(table, description, tables.get(table) ?? []),
    );
    return `## ${title}\n\n${parts.join('\n')}`;
  });
  return `# Data map

This page lists every table and every column with their purpose. Of each table it says to whom a row belongs, how long it is stored, and whether a
person’s data export includes it. \`npm run generate\` writes this page from the schema and from \`personal.ts\` of each domain; do not edit it.
[privacy.md](privacy.md) explains the rules.

${written.join('\n')}`;
}
