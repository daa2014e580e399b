import { type KeyboardEvent, useState } from 'react'
import type { Suggestion, Suggestions } from './suggestion'

/**
 * Keyboard of a suggestion list whose focus stays in the text: arrows move, Enter and Tab pick, Escape sends it away
 * until other text is typed.
 */
export function useSuggestionKeys(asked: Suggestions | null, onPick: (suggestion: Suggestion) => void) {
  const [place, setPlace] = useState({ typed: '', active: 0 })
  const [dismissed, setDismissed] = useState<string | null>(null)

  const isOpen = asked !== null && asked.options.length > 0 && asked.typed !== dismissed
  const options = isOpen ? asked.options : []
  const active = isOpen && place.typed === asked.typed ? Math.min(place.active, options.length - 1) : 0

  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing || event.metaKey || event.ctrlKey || event.altKey) return
    const move = (by: number) =>
      setPlace({ typed: asked.typed, active: (active + by + options.length) % options.length })
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Escape') setDismissed(asked.typed)
    else if (event.key === 'Enter' || event.key === 'Tab') {
      const picked = options[active]
      if (picked) onPick(picked)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return { isOpen, options, active, onKeyDownCapture }
}
