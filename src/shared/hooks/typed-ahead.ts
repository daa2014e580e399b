let typed = ''
let stop = () => {}

/**
 * Keeps what somebody types between asking for a field and seeing it, as while its code is being fetched: letters are
 * neither lost nor taken for shortcuts. Until the field takes them, or the returned function is called.
 */
export function listenAhead(): () => void {
  stop()
  typed = ''
  const hear = (event: KeyboardEvent) => {
    const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isLetter || isField(event.target)) return
    event.preventDefault()
    typed += event.key
  }
  window.addEventListener('keydown', hear, { capture: true })
  stop = () => window.removeEventListener('keydown', hear, { capture: true })
  return stop
}

/** What was typed so far, for the field that has the focus now. */
export function takeTypedAhead(): string {
  stop()
  const taken = typed
  typed = ''
  return taken
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('input, textarea, select, [contenteditable=true]')
