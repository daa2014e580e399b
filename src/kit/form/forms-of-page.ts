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
