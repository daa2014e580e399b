/** As a `ref`: gives the focus back to where an edit began, unless somebody took it elsewhere meanwhile. */
export function focusBack(element: HTMLElement | null): void {
  if (document.activeElement === null || document.activeElement === document.body) element?.focus()
}
