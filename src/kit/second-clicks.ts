const pressable = 'button, a[href], [role="button"], [role="menuitem"], [role="option"], input, label, summary'
/** Layers above the page. A click into a layer counts only when the layer was open before the click began. */
const layers = '.mantine-Modal-root, .mantine-Drawer-root'

/**
 * The second click of a double click counts only on the element of the first. When a list moves up or a dialog closes
 * after the first click, another button is under the pointer, and the click is ignored. A dialog that the first click
 * opened ignores the second too: it would close the dialog, or confirm an unread question.
 * @returns the function that ends it
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
