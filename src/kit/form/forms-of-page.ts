import { notifyManager } from '@tanstack/react-query'
import { createContext, type RefObject, useContext, useEffect, useRef } from 'react'

/** A form of a stored record, as its page sees it. */
export type PageForm = {
  isNew: boolean
  isChanged: boolean
  /** Saves, and calls back after it; or shows at its field why it cannot be saved, and does not call back. */
  saveThen: (then: () => unknown) => void
}

/** The forms that stand on a page now. */
export type FormsOfPage = Set<RefObject<PageForm>>

export const FormsOfPageContext = createContext<FormsOfPage | null>(null)

/** The changed form of a stored record, if one stands on the page. */
export const changedOf = (forms: FormsOfPage): PageForm | undefined =>
  [...forms].find(({ current }) => !current.isNew && current.isChanged)?.current

/** Runs an act of a part of the page over what stands on it: a changed form is saved first, as before the page's actions. */
export function useAfterForms(): (act: () => void) => void {
  const forms = useContext(FormsOfPageContext)
  return (act) => {
    const changed = forms ? changedOf(forms) : undefined
    if (changed) changed.saveThen(() => notifyManager.schedule(act))
    else act()
  }
}

/** Called by `RecordForm`: the page around it knows the form while it is on the screen. */
export function useFormOfPage(form: PageForm): void {
  const forms = useContext(FormsOfPageContext)
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  useEffect(() => {
    forms?.add(latest)
    return () => void forms?.delete(latest)
  }, [forms])
}
