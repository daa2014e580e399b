import type { HandOver, HandOverFormat } from './format.ts'

const named =
  (ending: string) =>
  ({ from, to, place }: Pick<HandOver, 'from' | 'to' | 'place'>) =>
    `journal-${from}-${to}-${place}${ending}`

/** The formats of a hand-over, in the order in which they are offered. */
export const handOverFormats: readonly HandOverFormat[] = [
  {
    name: 'datev',
    label: 'DATEV',
    fileName: ({ from, to, place }) => `EXTF_Buchungsstapel_${from}_${to}_${place}.csv`,
    load: async () => (await import('./datev.ts')).writeDatev,
  },
  { name: 'xero', label: 'Xero', fileName: named('-xero'), load: async () => (await import('./xero.ts')).writeXero },
  {
    name: 'quickbooks',
    label: 'QuickBooks Online',
    fileName: named('-quickbooks.csv'),
    load: async () => (await import('./quickbooks.ts')).writeQuickBooks,
  },
  {
    name: 'saft',
    label: 'SAF-T (OECD 2.00)',
    fileName: named('-saf-t.xml'),
    load: async () => (await import('./saft.ts')).writeSaft,
    isWhole: true,
  },
  { name: 'xlsx', label: 'Excel', fileName: named('.xlsx'), load: async () => (await import('./xlsx.ts')).writeXlsx },
  { name: 'csv', label: 'CSV', fileName: named('.csv'), load: async () => (await import('./csv.ts')).writeCsv },
]

/** The name of the file of a hand-over. Of Xero it is an archive where there are more lines than it takes at once. */
export const fileNameOf = (format: HandOverFormat, of: Pick<HandOver, 'from' | 'to' | 'place'>, file: Blob): string =>
  format.fileName(of) + (format.name === 'xero' ? (file.type === 'application/zip' ? '.zip' : '.csv') : '')

export const formatNamed = (name: string): HandOverFormat | undefined =>
  handOverFormats.find((one) => one.name === name)
