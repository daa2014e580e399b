import { useEffect } from 'react'

/** What had the focus lately, the newest first: enough to get past a menu that opened a dialog that opened another. */
const remembered = 12

/**
 * Whoever leaves a dialog goes on where they were. A dialog that is shown only while it is open takes the focus with it,
 * and so does a button in a dialog that vanishes when it is pressed: what had the focus before then gets it back.
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
