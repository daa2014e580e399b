import { useEffect, useRef, useState } from 'react'

/**
 * Leads whoever sent a form that is refused to its first wrong field: the first one in the page that is marked as
 * invalid, or that somebody else changed meanwhile. `refuse` is for what the form itself finds wrong; a new
 * `serverError` leads there as soon as a field shows it.
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

/** In the middle of the window the field keeps its label, its message and a phone's keyboard apart. */
function leadToWrong(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>(wrong)
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}
