import { useEffect } from 'react'

/** What had the focus lately, the newest first: enough to get past a menu that opened a dialog that opened another. */
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
