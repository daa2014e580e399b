/** The words of HTML of the editor, a line for each paragraph; pictures are left out. Entities are read by the browser. */
export function htmlText(html: string): string {
  const lines = html.replaceAll(/<\/(p|h[1-6]|li|blockquote)>|<br\s*\/?>/gi, '\n').replaceAll(/<[^>]*>/g, '')
  const area = document.createElement('textarea')
  // A textarea holds text alone: nothing in it runs.
  area.innerHTML = lines
  return area.value.trim()
}
