import type { PaperSize } from './source'

/**
 * Writes these words at the foot of each printed page, on the left of its number: a sheet that got lost says where it belongs.
 * Letter is asked of the printer; A4 is what it takes by itself. The answer takes both away. The rule is a sheet of its own, because pages allow no style in their text.
 */
export function nameOnEachPage(words: string, size: PaperSize = 'a4'): () => void {
  if (!('adoptedStyleSheets' in document) || words === '') return () => {}
  const sheet = new CSSStyleSheet()
  const quoted = JSON.stringify(words.replaceAll(/[\\\n]/g, ' '))
  sheet.replaceSync(
    `@page { ${size === 'letter' ? 'size: letter; ' : ''}@bottom-left { content: ${quoted}; color: #5a606b; font: 8pt 'Inter Variable', sans-serif } }`,
  )
  document.adoptedStyleSheets.push(sheet)
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}
