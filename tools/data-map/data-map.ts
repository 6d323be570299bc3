import { appointmentsData } from '#server/domains/appointments/personal.ts';
import { billingData } from '#server/domains/billing/personal.ts';
import { careData } from '#server/domains/care/personal.ts';
import { communityData } from '#server/domains/community/personal.ts';
import { directoryData } from '#server/domains/directory/personal.ts';
import { identityData } from '#server/domains/identity/personal.ts';
import { intakeData } from '#server/domains/intake/personal.ts';
import { notificationsData } from '#server/domains/notifications/personal.ts';
import { privacyData } from '#server/domains/privacy/personal.ts';
import { progressData } from '#server/domains/progress/personal.ts';
import { simulationData } from '#server/domains/simulation/personal.ts';
import { siteData } from '#server/domains/site/personal.ts';
import type { Keep, PersonalData, PersonalTable } from '#server/platform/personal/personal-data.ts';
import { platformData } from '#server/platform/personal/platform-tables.ts';
import { appointments } from './appointments.ts';
import { billing } from './billing.ts';
import { care } from './care.ts';
import { community } from './community.ts';
import { identity } from './identity.ts';
import { intake } from './intake.ts';
import { notifications } from './notifications.ts';
import { platform } from './platform.ts';
import { progress } from './progress.ts';
import { publicPages } from './public-pages.ts';
import { simulation } from './simulation.ts';
import { common, type Notes, type TableNote } from './terms.ts';

const chapters: Readonly<Record<string, Notes>> = {
  Accounts: identity,
  'Photos and answers before the account': intake,
  Simulation: simulation,
  Care: care,
  Appointments: appointments,
  Payments: billing,
  Community: community,
  Progress: progress,
  Notifications: notifications,
  'Public pages': publicPages,
  'What carries the rest': platform,
};

const declarations: readonly PersonalData[] = [
  identityData,
  intakeData,
  simulationData,
  careData,
  appointmentsData,
  billingData,
  communityData,
  progressData,
  notificationsData,
  directoryData,
  siteData,
  privacyData,
  platformData,
];

/** Table → its columns in their order, of the schema as `dumpSchema` writes it. */
export function readColumns(schema: string): Map<string, string[]> {
  const tables = [...schema.matchAll(/^create (?:unlogged )?table (\w+) \(\n([\s\S]*?)\n\)/gm)];
  return new Map(
    tables.map(([, table = '', body = '']) => [
      table,
      [...body.matchAll(/^ {2}"?(\w+)"? /gm)].flatMap(([, name = '']) => (name === 'constraint' ? [] : [name])),
    ]),
  );
}

const notes = new Map(Object.values(chapters).flatMap((chapter) => Object.entries(chapter)));
const personal = new Map(declarations.flatMap(({ tables }) => Object.entries(tables)));
const purposeOf = (table: string, column: string): string | undefined =>
  notes.get(table)?.columns?.[column] ?? common[column];

/** What nobody has said yet, and what is said of things that are gone, one sentence each. */
export function faultsOfDataMap(schema: string): string[] {
  const tables = readColumns(schema);
  const silent = [...tables].flatMap(([table, columns]) => {
    const note = notes.get(table);
    if (!note) return [`${table}: nobody says what the table is for`];
    const kept = note.kept || personal.has(table) ? [] : [`${table}: nobody says how long a row is kept`];
    return [
      ...kept,
      ...columns
        .filter((name) => !purposeOf(table, name))
        .map((name) => `${table}.${name}: nobody says what it is for`),
    ];
  });
  const gone = [...notes].flatMap(([table, { columns = {} }]) => {
    const known = tables.get(table);
    if (!known) return [`${table}: there is no such table`];
    return Object.keys(columns).flatMap((name) =>
      known.includes(name) ? [] : [`${table}.${name}: there is no such column`],
    );
  });
  return [...silent, ...gone];
}

const kept: Readonly<Record<Keep, string>> = {
  record: 'with the account; what a signed plan rests on, twenty years after the last signature',
  books: 'ten years from the end of their year, without the person once they left',
  log: 'twelve months',
  marker: 'with the account; afterwards the mark that a key was destroyed',
};

function retentionOf(table: string, note: TableNote): string {
  if (note.kept) return note.kept;
  const why = personal.get(table)?.kept;
  return why ? kept[why] : 'with the account';
}

/** Whose rows they are: the column that says so, with the way to it. */
function whoseOf(table: string): string {
  const of = personal.get(table)?.of;
  if (!of) return 'nobody’s in particular';
  const [column, parent] = of.split('>');
  return parent ? `that of \`${parent.split('.')[0]}\` (\`${column}\`)` : `the person in \`${column}\``;
}

function exportOf({ hidden = [] }: PersonalTable): string {
  if (hidden === 'all') return 'not in the copy';
  return hidden.length > 0 ? `in the copy without ${hidden.map((name) => `\`${name}\``).join(', ')}` : 'in the copy';
}

function writeTable(table: string, note: TableNote, columns: readonly string[]): string {
  const declared = personal.get(table);
  const facts = [
    `Whose: ${whoseOf(table)}.`,
    `Kept: ${retentionOf(table, note)}.`,
    ...(declared ? [`Export: ${exportOf(declared)}.`] : []),
  ];
  const rows = columns.map((name) => `| \`${name}\` | ${purposeOf(table, name) ?? '**nobody says**'} |`);
  return `### ${table}\n\n${note.why}. ${facts.join(' ')}\n\n| column | what for |\n|---|---|\n${rows.join('\n')}\n`;
}

/** docs/data-map.md for a schema. */
export function writeDataMap(schema: string): string {
  const tables = readColumns(schema);
  const written = Object.entries(chapters).map(([title, chapter]) => {
    const parts = Object.entries(chapter).map(([table, note]) => writeTable(table, note, tables.get(table) ?? []));
    return `## ${title}\n\n${parts.join('\n')}`;
  });
  return `# Data map

Every table and every column: what it is for, whose it is, how long it stays. Made by npm run generate from the tables, from \`personal.ts\` of the domains
and from the words in \`tools/data-map\`; do not edit. [privacy.md](privacy.md) says how to read it.

${written.join('\n')}`;
}
