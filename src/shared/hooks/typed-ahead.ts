import { isTyping } from '../lib/typing'

let typed = ''
let stop = () => {}

/**
 * Collects the keys pressed between opening a field and its appearance, for example while its code loads, so that letters are
 * not lost and do not trigger shortcuts. Ends when the field takes the letters or the returned function is called.
 */
export function listenAhead(): () => void {
  stop()
  typed = ''
  const hear = (event: KeyboardEvent) => {
    const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isLetter || isTyping(event.target)) return
    event.preventDefault()
    typed += event.key
  }
  window.addEventListener('keydown', hear, { capture: true })
  stop = () => window.removeEventListener('keydown', hear, { capture: true })
  return stop
}

/** Returns the collected letters for the focused field, and stops collecting. */
export function takeTypedAhead(): string {
  stop()
  const taken = typed
  typed = ''
  return taken
}
