/**
 * The fields of this page with unsaved input. Fields that keep their input over a reload are below `data-kept` and are
 * not counted.
 */
const typed = new Set<Element>()

const fieldOf = (target: EventTarget | null): Element | null =>
  target instanceof Element
    ? target.closest('form input, form textarea, form select, form [contenteditable]:not([contenteditable="false"])')
    : null

const isFilled = (field: Element): boolean =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement
    ? field.value !== ''
    : (field.textContent ?? '') !== ''

/** Watches from now on; returns how to end that. */
export function watchTyping(): () => void {
  const listen = (event: Event) => {
    const field = fieldOf(event.target)
    if (field) typed.add(field)
  }
  document.addEventListener('input', listen, true)
  return () => document.removeEventListener('input', listen, true)
}

/** True when a reload would lose visible unsaved input. */
export function hasUnsavedTyping(): boolean {
  for (const field of typed) if (!field.isConnected) typed.delete(field)
  return [...typed].some((field) => isFilled(field) && field.closest('[data-kept]') === null)
}
