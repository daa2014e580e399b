import { decodeText } from '@/shared/domain/text/decode-file'

const most = 5 * 1024 ** 2

/** The text of a CSV file. Rejects with a sentence for another file. */
export async function textOfFile(file: File): Promise<string> {
  if (file.size === 0) throw new Error('This file is empty.')
  if (file.size > most) throw new Error('This file is larger than 5 MB. Please divide it.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  if ((bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf))
    throw new Error('This is a spreadsheet, not a CSV file. In your program choose “Save as” and CSV.')
  const { text } = decodeText(bytes)
  if (text.includes('\u0000')) throw new Error('This is not a text file.')
  return text
}
