/** The reason why a visitor's text cannot be sent, as a sentence; null for a valid one. */
export const typedTextProblem = (
  typed: string,
  missing: string,
  most: number,
  tooLong = (most: string) => `Please use ${most} characters at most`,
): string | null => {
  const text = typed.trim()
  if (text === '') return missing
  return text.length > most ? tooLong(String(most)) : null
}
