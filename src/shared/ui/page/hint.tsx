import type { ReactNode } from 'react'
import classes from './hint.module.css'

type HintProps = {
  label: string
  /** The position of the text: below and ending at the right edge (default), starting at the left edge, or beside it. */
  at?: 'start' | 'end' | 'side'
  /** More than a few words: they wrap, and show on a touch as well. */
  isLong?: boolean
  className?: string | undefined
  children: ReactNode
}

/**
 * The tooltip of an icon button, on hover and focus. The staff frame uses it instead of Mantine's tooltip, which costs 20 kB of
 * code (docs/decisions/0184). Screen readers read the button's own label.
 */
export const Hint = ({ label, at = 'end', isLong = false, className = '', children }: HintProps) => (
  <span className={`${classes.hint} ${className}`} data-hint={label} data-at={at} data-long={isLong || undefined}>
    {children}
  </span>
)
