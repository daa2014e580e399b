export type DecodedText = { text: string; encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252' }

/** The text of a file as spreadsheets save it: UTF-16 by its mark, UTF-8 where that is possible, else Windows-1252. */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: decode('utf-16le', bytes), encoding: 'UTF-16' }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: decode('utf-16be', bytes), encoding: 'UTF-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return { text: decode('windows-1252', bytes), encoding: 'Windows-1252' }
  }
}

const decode = (label: string, bytes: Uint8Array): string => new TextDecoder(label).decode(bytes)
