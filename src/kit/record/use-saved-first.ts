import { notifyManager } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { afterSaving, changedOf, type FormsOfPage } from '../form/forms-of-page'

type Act = { label: string; onClick?: () => void; why?: string | null; isDangerous?: boolean }

/**
 * Runs the actions of a record page over what stands on the screen: a changed form of the page is saved first. Where it
 * cannot be saved, its field says why and the action does not run. What was typed on an earlier visit is asked about first. An action that throws the record away (`isDangerous`)
 * saves nothing.
 * @param acts the actions of this render: after a save the one with the same label runs, with the row as it was saved
 */
export function useSavedFirst(acts: readonly (Act | null | undefined)[]) {
  const [forms] = useState<FormsOfPage>(() => new Set())
  const [saved, setSaved] = useState<{ for: string } | null>(null)

  const begin = (act: Act) => {
    const changed = changedOf(forms)
    if (!changed || act.isDangerous) act.onClick?.()
    // The queries tell their screens of the saved row before this runs.
    else afterSaving(changed, act.label, () => notifyManager.schedule(() => setSaved({ for: act.label })))
  }

  const goOn = useEffectEvent((label: string) => {
    const act = acts.find((one) => one?.label === label)
    if (act && (act.why ?? null) === null) begin(act)
  })
  useEffect(() => {
    if (saved) goOn(saved.for)
  }, [saved])

  const savedFirst = <Action extends Act>(act: Action): Action =>
    act.onClick ? { ...act, onClick: () => begin(act) } : act
  return { forms, savedFirst }
}
