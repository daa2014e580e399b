import type { JournalFormat } from './format'

export const journalFormats: readonly JournalFormat[] = [
  { name: 'csv', label: 'CSV', ending: '.csv', load: async () => (await import('./csv')).writeCsv },
  { name: 'xlsx', label: 'Excel', ending: '.xlsx', load: async () => (await import('./xlsx')).writeXlsx },
]
