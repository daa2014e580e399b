import type { ReactNode } from 'react'

/** `INV-2026-0142`, `DN-2026-0007/2`. */
const documentNumber = /^[A-Z]{1,8}(-[A-Z0-9]+)*-\d+(\/\d+)?$/

/** A document's number in one line: its hyphens are no place for a break. Anything else is returned as it is. */
export const unbroken = (words: ReactNode): ReactNode =>
  typeof words === 'string' && documentNumber.test(words) ? (
    <span style={{ whiteSpace: 'nowrap' }}>{words}</span>
  ) : (
    words
  )
