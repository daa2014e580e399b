const pressable = 'button, a[href], [role="button"], [role="menuitem"], [role="option"], input, label, summary'

/**
 * The second click of a double click counts only where the first one fell. A list that moves up after the first click, or
 * a dialog that closes by it, puts another button under the pointer: that one was not meant.
 * @returns how to end it
 */
export function guardSecondClicks(page: Document): () => void {
  let first: Element | null = null
  const onClick = (event: MouseEvent) => {
    const pressed = event.target instanceof Element ? event.target.closest(pressable) : null
    // `detail` counts the clicks at one place; of a key and of a script it is 0.
    if (event.detail < 2) first = pressed
    else if (pressed && pressed !== first) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
  }
  page.addEventListener('click', onClick, { capture: true })
  return () => page.removeEventListener('click', onClick, { capture: true })
}
