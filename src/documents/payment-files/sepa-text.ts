/** Letters that do not fall into a base letter and an accent. */
const others: Readonly<Record<string, string>> = {
  Ħ: 'H', ħ: 'h', Ø: 'O', ø: 'o', Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', ß: 'ss', Æ: 'AE', æ: 'ae', Œ: 'OE', œ: 'oe', Þ: 'TH', þ: 'th', ı: 'i',
  '’': "'", '‘': "'", '–': '-', '—': '-', '“': "'", '”': "'", '&': '+', '€': 'EUR', '_': '-', '@': '(at)', '#': ' ', '*': ' ',
} // oxfmt-ignore

/**
 * A text in the letters that every bank of SEPA takes (`a–z A–Z 0–9 / - ? : ( ) . , ' +` and blanks): accents fall off,
 * signs that have a likeness become it, others a full stop. It neither begins nor ends with a slash, and has no two in
 * a row. Cut to `most` characters.
 */
export function sepaText(text: string, most: number): string {
  return [...text]
    .map((sign) => others[sign] ?? sign)
    .join('')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\s/gu, ' ')
    .replace(/[^a-zA-Z0-9/\-?:().,'+ ]/gu, '.')
    .replace(/\/{2,}/g, '/')
    .replace(/ {2,}/g, ' ')
    .replace(/^[/ ]+/, '')
    .slice(0, most)
    .replace(/[/ ]+$/, '')
}
