/** The reason why a visitor's text cannot be sent, as a sentence; null for a valid one. */
export const typedTextProblem = (typed: string, missing: string, most: number): string | null => {
  const text = typed.trim()
  if (text === '') return missing
  return text.length > most ? `Please use ${most} characters at most` : null
}
