/** Words for days beside a number of them, in the languages of papers: `30 Tage netto`, `net 30`, `60 jours`. */
const words =
  /\b(days?|tagen?|jours?|giorni|giorno|d[ií]as?|dias?|dagen?|dni|dzień|jiem|ijiem|net|netto|nets?|nett|rein)\b/giu

/** A number of days without the words around it; other text stays as it is. */
export function plainDays(cell: string): string {
  const bare = cell
    .replace(words, '')
    .replace(/[.,\s]+$/, '')
    .trim()
  return /^\d{1,4}$/.test(bare) ? bare : cell
}
