/**
 * Breaks a text into lines of at most that width, at spaces and, where a single word is wider than a line, inside it.
 * `widthOf` measures a piece of text in the same unit. Line breaks of the text stay.
 */
export function wrapped(text: string, width: number, widthOf: (text: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => wrappedParagraph(paragraph.trim(), width, widthOf))
}

function wrappedParagraph(paragraph: string, width: number, widthOf: (text: string) => number): string[] {
  const space = widthOf(' ')
  const lines: string[] = []
  let line = ''
  let filled = 0
  for (const word of paragraph.split(/ +/).flatMap((each) => pieces(each, width, widthOf))) {
    const size = widthOf(word)
    if (line !== '' && filled + space + size > width) {
      lines.push(line)
      line = ''
      filled = 0
    }
    filled += line === '' ? size : space + size
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** A word in pieces that fit a line each: the word itself, nearly always. */
function pieces(word: string, width: number, widthOf: (text: string) => number): string[] {
  if (widthOf(word) <= width) return [word]
  const parts: string[] = []
  let part = ''
  let filled = 0
  for (const letter of word) {
    const size = widthOf(letter)
    if (part !== '' && filled + size > width) {
      parts.push(part)
      part = ''
      filled = 0
    }
    part += letter
    filled += size
  }
  return [...parts, part]
}
