import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

type RowProps = { className: string | undefined; to: string | null; children: ReactNode }

/** What leads to its record; null where that record has no screen yet. */
export const Row = ({ className = '', to, children }: RowProps) =>
  to === null ? (
    <div className={className} data-still>
      {children}
    </div>
  ) : (
    <Link className={className} to={to}>
      {children}
    </Link>
  )
