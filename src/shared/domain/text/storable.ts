/** A text as every database keeps it: without NUL, halves of characters, and a byte-order mark before the first. */
export const storable = (text: string): string =>
  text
    .replaceAll('\u0000', '')
    .replace(/^\ufeff+/, '')
    .toWellFormed()

/** The text of a form's field as stored: trimmed. */
export const storableLine = (text: string): string => storable(text).trim()
