import { type MouseEvent, useCallback } from 'react'
import { useNavigate } from 'react-router-dom'

/**
 * Follows plain links inside an element without reloading or scrolling the page: one listener for hundreds of links,
 * which need not be drawn again at each change of the address. Other buttons, held keys and new tabs stay with the
 * browser.
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
