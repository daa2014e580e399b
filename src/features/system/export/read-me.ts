import type { ExportCatalogue } from './catalogue'

const head = (started: string) => `EXPORT OF EVERYTHING
Begun: ${started}

What this is
  tables/*.csv   One file for each kind of record, with every row.
  files/*        Pictures, artwork, mockups and papers, in a folder for each kind. A column that names a file, such as
                 image, path or images, names its place below that folder.
  contents.csv   How many rows each file has, which files could not be read, and when the export ended.
                 Where the export has several zips, it stands in the last one. Unpack all of them into one folder.

How to read the tables
  UTF-8 with a byte order mark, commas between columns, double quotes around texts that need them (RFC 4180).
  Numbers have a decimal point and all their digits. Days are 2026-11-29, times are 2026-11-29T10:00:00+00:00 in UTC.
  true and false are written so. An empty cell is nothing. Lists and details are JSON. Lengths are in millimetres.
  A text that a spreadsheet would run as a formula has an apostrophe before it. Take it away where you import it.
  Amounts are in the currency that the row names, else in that of company_settings.csv.

How the tables join
  Each table names its key. A column with "-> table.column" holds the value of that column of the other table:
  invoice_items.invoice_id -> invoices.id says which invoice a line belongs to. People are rows of people_of_accounts.csv.

What is not in it
  No password, no key, no session, and no id of the link that opens a paper without signing in. Only the links of a part
  of a delivery and of a payment are made of the key of their row.
  Papers as PDF are made when somebody opens them, and are not stored: their lines and amounts are in the tables. The
  lists of invoices and credit notes save them as PDF and electronic invoice.
  What was changed while the export was being made may be in one table and not yet in another.
`

/** README.txt of an export: what is in which file, its columns, and how they join. */
export function readMe({ tables, left_out }: ExportCatalogue, started: Date): string {
  const described = tables.map(({ name, about, key, limit, columns }) => {
    const width = Math.max(...columns.map((column) => column.name.length))
    return [
      `tables/${name}.csv`,
      ...(about === null ? [] : [`  ${inOneLine(about)}`]),
      ...(limit === null ? [] : [`  ${limit}`]),
      `  Key: ${key.join(', ')}`,
      ...columns.map((column) => {
        const joins = column.joins === null ? '' : ` -> ${column.joins}`
        const remark = column.about === null ? '' : `. ${inOneLine(column.about)}`
        return `    ${column.name.padEnd(width)}  ${column.type}${joins}${remark}`
      }),
    ].join('\n')
  })
  const missing = left_out.map(({ name, reason }) => `  ${name}: ${reason}`)
  return [
    head(started.toISOString()),
    'Tables that are left out',
    ...missing,
    '',
    'THE TABLES',
    '',
    described.join('\n\n'),
    '',
  ]
    .join('\n')
    .replaceAll('\n', '\r\n')
}

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ')
