const pressable = 'button, a[href], [role="button"], [role="menuitem"], [role="option"], input, label, summary'
/** What opens above the page: a click into it belongs to it only where it was open before the click began. */
const layers = '.mantine-Modal-root, .mantine-Drawer-root'

/**
 * The second click of a double click counts only where the first one fell. A list that moves up after the first click, or
 * a dialog that closes by it, puts another button under the pointer: that one was not meant. A dialog that the first click
 * opened does not hear the second one at all: on its ground it would close it, and on its button confirm what nobody has read.
 * @returns how to end it
 */
export function guardSecondClicks(page: Document): () => void {
  let first: { at: Element | null; pressed: Element | null } = { at: null, pressed: null }
  const onClick = (event: MouseEvent) => {
    const at = event.target instanceof Element ? event.target : null
    const pressed = at?.closest(pressable) ?? null
    // `detail` counts the clicks at one place; of a key and of a script it is 0.
    if (event.detail < 2) {
      first = { at, pressed }
      return
    }
    const layer = at?.closest(layers)
    const isOpenedByFirst = layer ? !layer.contains(first.at) : false
    if (!isOpenedByFirst && (!pressed || pressed === first.pressed)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  page.addEventListener('click', onClick, { capture: true })
  return () => page.removeEventListener('click', onClick, { capture: true })
}
