/** The same name has the same hue everywhere; neighbours in the list of hues are 36 degrees apart. */
function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return (sum % 10) * 36
}

/** The colour of a person: white reads on it, and it reads on white. */
export const personColour = (name: string): string => `oklch(46% 0.1 ${hueOf(name)})`
