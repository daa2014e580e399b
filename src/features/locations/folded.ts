const signs: Record<string, string> = { ħ: 'h', '’': "'" }

/** Lower case without accents: two texts that people would call the same. Żebbuġ is found by zebbug. */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ħ’]/g, (sign) => signs[sign] ?? sign)
