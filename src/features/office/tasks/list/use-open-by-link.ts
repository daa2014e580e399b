import { type MouseEvent, useCallback } from 'react'
import { useNavigate } from 'react-router-dom'

/**
 * Follows the plain links inside of an element without loading the page anew or moving it: one listener for a list of hundreds, whose
 * links then need not hear of every change of the address. What the browser does with a link stays its own: another
 * button, a key held down, a new tab.
 */
export function useOpenByLink(): (event: MouseEvent) => void {
  const navigate = useNavigate()
  return useCallback(
    (event) => {
      const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event
      const link = target instanceof Element ? target.closest('a') : null
      if (!link || event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
      event.preventDefault()
      void navigate(link.getAttribute('href') ?? '', { preventScrollReset: true })
    },
    [navigate],
  )
}
