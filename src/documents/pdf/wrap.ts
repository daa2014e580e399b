/**
 * Breaks a text into lines of at most that width, at spaces. A single word that is wider than a line breaks after its
 * hyphens, and only a part that is still wider breaks inside.
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
  const parts = word.split(/(?<=\p{L}\.?-)(?=\p{L})/u)
  return packed(
    parts.flatMap((part) => (widthOf(part) <= width ? [part] : packed(part, width, widthOf))),
    width,
    widthOf,
  )
}

/** Joins parts of a word as long as they fit a line. */
function packed(parts: Iterable<string>, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  let filled = 0
  for (const part of parts) {
    const size = widthOf(part)
    if (line !== '' && filled + size > width) {
      lines.push(line)
      line = ''
      filled = 0
    }
    line += part
    filled += size
  }
  return [...lines, line]
}
