import type { JournalFormat } from './format'

export const journalFormats: readonly JournalFormat[] = [
  { name: 'csv', label: 'CSV', ending: '.csv', load: async () => (await import('./csv')).writeCsv },
]
