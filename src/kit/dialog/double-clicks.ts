/** What opens above the page: a click into it belongs to it only where it was open before the click began. */
const layers = '.mantine-Modal-root, .mantine-Drawer-root'

/**
 * The second click of a double click is meant for what the first one hit. A dialog that the first click opened does not hear
 * it: otherwise the click on its ground would close it, and one on its button would confirm what nobody has read. Returns how
 * to end that.
 */
export function holdDoubleClicks(): () => void {
  let first: EventTarget | null = null
  const onClick = (event: MouseEvent) => {
    if (event.detail < 2) {
      first = event.target
      return
    }
    const layer = event.target instanceof Element ? event.target.closest(layers) : null
    if (!layer || (first instanceof Node && layer.contains(first))) return
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('click', onClick, true)
  return () => document.removeEventListener('click', onClick, true)
}
