import { useEffect } from 'react'
import { noteVisit } from './api/note-visit.mutation'

let isFirst = true

/** Counts each page that a visitor opens, without cookies. Who asks not to be counted is not. */
export function useNoteVisit(path: string): void {
  useEffect(() => {
    if (Reflect.get(navigator, 'globalPrivacyControl') === true || navigator.doNotTrack === '1') return
    const referrer = isFirst && !document.referrer.startsWith(location.origin) ? document.referrer : ''
    isFirst = false
    void noteVisit(path, referrer).catch(() => {})
  }, [path])
}
