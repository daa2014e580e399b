const most = 5 * 1024 ** 2

/** The text of a CSV file. It rejects in words what cannot be one. */
export async function textOfFile(file: File): Promise<string> {
  if (file.size === 0) throw new Error('This file is empty.')
  if (file.size > most) throw new Error('This file is larger than 5 MB. Please divide it.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  if ((bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf))
    throw new Error('This is a spreadsheet, not a CSV file. In your program choose “Save as” and CSV.')
  const text = new TextDecoder().decode(bytes)
  // Older programs write Windows letters, which are no valid UTF-8.
  const read = text.includes('\uFFFD') ? new TextDecoder('windows-1252').decode(bytes) : text
  if (read.includes('\u0000')) throw new Error('This is not a text file.')
  return read
}

/** Hands a text to the browser as a download. */
export function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
