import { useEffect, useRef, useState } from 'react'

/**
 * Moves the focus of a refused form to its first wrong field: the first one in the page that is marked as invalid, or that
 * somebody else changed meanwhile. A form calls `refuse` for problems that it finds itself. A new `serverError` moves the
 * focus as soon as a field shows it.
 */
export function useRefusal(serverError: unknown = null) {
  const form = useRef<HTMLFormElement>(null)
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals > 0 || serverError) leadToWrong(form.current)
  }, [refusals, serverError])
  return { form, refuse: () => setRefusals((count) => count + 1) }
}

const wrong = '[aria-invalid="true"]:not(:disabled), [data-undecided]'

/** In the middle of the window the field, its label and its message are clear of a phone's keyboard. */
function leadToWrong(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>(wrong)
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}
