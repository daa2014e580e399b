import { useEffect } from 'react'

/** How many recently focused elements are remembered: enough for a dialog opened from a dialog opened from a menu. */
const remembered = 12

/**
 * Gives the focus back to the element that had it before a dialog. The focus is lost when an open dialog is removed from
 * the page, and when a button in a dialog vanishes as it is pressed.
 */
export function useFocusReturn(): void {
  useEffect(() => {
    let before: HTMLElement[] = []
    const watch = new MutationObserver(() => {
      if (document.activeElement !== null && document.activeElement !== document.body) return
      const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1)
      if (!dialog) watch.disconnect()
      const last = before.find((element) => element.isConnected && (!dialog || dialog.contains(element)))
      const next = last ?? dialog?.querySelector<HTMLElement>('[data-autofocus]')
      next?.focus({ preventScroll: true })
    })
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      before = [target, ...before.filter((element) => element !== target)].slice(0, remembered)
      if (target.closest('[aria-modal="true"]')) watch.observe(document.body, { childList: true, subtree: true })
      else watch.disconnect()
    }
    document.addEventListener('focusin', onFocus)
    return () => {
      document.removeEventListener('focusin', onFocus)
      watch.disconnect()
    }
  }, [])
}
