/** A word at the beginning of a sentence or heading. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
