/**
 * Writes these words at the foot of each printed page, on the left of its number: a sheet that got lost says where it belongs.
 * The answer takes them away. The rule is a sheet of its own, because pages allow no style in their text.
 */
export function nameOnEachPage(words: string): () => void {
  if (!('adoptedStyleSheets' in document) || words === '') return () => {}
  const sheet = new CSSStyleSheet()
  const quoted = JSON.stringify(words.replaceAll(/[\\\n]/g, ' '))
  sheet.replaceSync(
    `@page { @bottom-left { content: ${quoted}; color: #5a606b; font: 8pt 'Inter Variable', sans-serif } }`,
  )
  document.adoptedStyleSheets.push(sheet)
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}
