/** As a `ref`: returns the focus to where an edit began, unless the person moved it elsewhere. */
export function focusBack(element: HTMLElement | null): void {
  if (document.activeElement === null || document.activeElement === document.body) element?.focus()
}
