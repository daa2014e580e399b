/** What Windows-1252 has from 0x80 to 0x9F; elsewhere up to 0xFF it is Unicode. */
const upper = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'
const byteOf = new Map([...upper].flatMap((one, place) => (one === ' ' ? [] : [[one, 0x80 + place] as const])))
/** Letters that Unicode does not take apart. */
const plain: Readonly<Record<string, string>> = {
  Ħ: 'H',
  ħ: 'h',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  ı: 'i',
  Ŧ: 'T',
  ŧ: 't',
}

const fits = (one: string) => {
  const code = one.codePointAt(0) ?? 0
  return code < 0x80 || (code >= 0xa0 && code <= 0xff) || byteOf.has(one)
}

/** A text with letters of Windows-1252 alone: Ħ becomes H, ċ becomes c, what has no like letter becomes a question mark. */
export const inWindows1252 = (text: string): string =>
  [...text.normalize('NFC')]
    .map((one) => {
      if (fits(one)) return one
      const bare = plain[one] ?? one.normalize('NFKD').replace(/\p{M}/gu, '')
      return [...bare].map((each) => (fits(each) ? each : '?')).join('')
    })
    .join('')

/** The bytes of a text in Windows-1252. */
export function windows1252(text: string): Uint8Array<ArrayBuffer> {
  const letters = [...inWindows1252(text)]
  return Uint8Array.from(letters, (one) => byteOf.get(one) ?? one.codePointAt(0) ?? 0x3f)
}
