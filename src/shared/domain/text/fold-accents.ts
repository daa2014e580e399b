/** Letters that are not an accented base letter, and how people type them on keyboards without them. */
const plainLetters: Readonly<Record<string, string>> = { ħ: 'h', ø: 'o', ł: 'l', đ: 'd', ı: 'i', þ: 't', '’': "'" }

/** Lower case and without accents: two texts that people would call the same. As `private.folded` in the database. */
export const foldAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ħøłđıþ’]/g, (sign) => plainLetters[sign] ?? sign)
