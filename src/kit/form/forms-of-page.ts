import { notifyManager } from '@tanstack/react-query'
import { createContext, type RefObject, useContext, useEffect, useRef } from 'react'
import { confirmChange } from '../confirm'

/** A form of a stored record, as its page sees it. */
export type PageForm = {
  isNew: boolean
  isChanged: boolean
  /** What was typed on an earlier visit, beside what is saved, a field a sentence; null where it was typed on this one. */
  typedBefore?: string | null
  /** Saves, and calls back after it; or shows at its field why it cannot be saved, and does not call back. */
  saveThen: (then: () => unknown) => void
}

/** The forms that stand on a page now. */
export type FormsOfPage = Set<RefObject<PageForm>>

export const FormsOfPageContext = createContext<FormsOfPage | null>(null)

/** The changed form of a stored record, if one stands on the page. */
export const changedOf = (forms: FormsOfPage): PageForm | undefined =>
  [...forms].find(({ current }) => !current.isNew && current.isChanged)?.current

/**
 * Runs an act after the changed form was saved. What was typed on an earlier visit may be out of sight, and out of mind: it is asked about first.
 * @param label the button of the act
 */
export function afterSaving(changed: PageForm, label: string, then: () => unknown): void {
  const save = () => changed.saveThen(then)
  if (!changed.typedBefore) save()
  else
    confirmChange({
      title: 'Save what you typed before?',
      text: `On an earlier visit you typed something here and did not save it. ${changed.typedBefore} “${label}” saves it first. Cancel, and press “Discard it” on the page, to go on without it.`,
      confirm: `Save it, then: ${label}`,
      onConfirm: save,
    })
}

/** Runs an act of a part of the page over what stands on it: a changed form is saved first, as before the page's actions. */
export function useAfterForms(): (label: string, act: () => void) => void {
  const forms = useContext(FormsOfPageContext)
  return (label, act) => {
    const changed = forms ? changedOf(forms) : undefined
    if (changed) afterSaving(changed, label, () => notifyManager.schedule(act))
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
