import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

export type Dialog = {
  isOpen: boolean
  /** The argument of `open`, usually a record's id; null without one. */
  subject: string | null
  open: (subject?: string) => void
  close: () => void
}

/**
 * The query parameters for open dialogs: `dialog`, `asked` for a question above a dialog, `beside` for parts of the
 * layout.
 */
export const dialogPlaces = ['dialog', 'asked', 'beside'] as const

/**
 * A dialog of a screen. The address says that it is open (`?dialog=invite`, `?dialog=approve.6f1c…`), so Back closes it
 * before it leaves the page, and a reload keeps it. After a save that leads elsewhere call `navigate(to, { replace:
 * true })` and not `close`. `place`: the query parameter; each holds one dialog, so a dialog above another one needs
 * its own.
 */
export function useDialog(name: string, place: (typeof dialogPlaces)[number] = 'dialog'): Dialog {
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const { state, key } = useLocation()
  const [asked, ...about] = (search.get(place) ?? '').split('.')
  const isOpen = asked === name
  // The last call while the address does not show it yet, so that a repeated call changes nothing.
  const under = useRef<string | null>(null)
  // An opening while the step back is under way: it would write over the page that the step leads to.
  const wanted = useRef<{ subject: string | undefined } | null>(null)

  const open = (subject?: string) => {
    if (under.current === 'close') {
      wanted.current = { subject }
      return
    }
    if (under.current === `open ${subject ?? ''}`) return
    under.current = `open ${subject ?? ''}`
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        next.set(place, subject === undefined ? name : `${name}.${subject}`)
        return next
      },
      {
        // Replaces another dialog of the same place, so that Back leads to the page and not to that dialog.
        replace: search.has(place),
        state: { dialog: name },
        preventScrollReset: true,
        // Updates the address at once, so that keys typed right after opening go to the dialog.
        flushSync: true,
      },
    )
  }
  const openWanted = useEffectEvent(() => {
    under.current = null
    const next = wanted.current
    wanted.current = null
    if (next) open(next.subject)
  })
  useEffect(() => openWanted(), [key])
  const close = () => {
    if (!isOpen || under.current === 'close') return
    under.current = 'close'
    // Opened here: the step before is the same page without it.
    if (Object(state).dialog === name) return void navigate(-1)
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        next.delete(place)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return { isOpen, subject: isOpen && about.length > 0 ? about.join('.') : null, open, close }
}
