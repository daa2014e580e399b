import type { CsvText } from '@/shared/domain/text/csv'

/** Hands a file to the browser as a download. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Hands a CSV text to the browser as a download. */
export const saveCsv = (name: string, csv: CsvText): void =>
  saveFile(name, new Blob([csv], { type: 'text/csv;charset=utf-8' }))
