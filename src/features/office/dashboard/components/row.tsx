import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { RecordKind } from '@/shared/domain/records/record-kind'
import { useRecordHref } from '@/shared/ui/page/record-links'

type RowProps = { className: string | undefined; children: ReactNode } & (
  | {
      kind: RecordKind
      id: string
      /** The element of its page to which the row leads. */
      part?: string
    }
  | { to: string | null }
)

/** A row that leads to its record or to an address, where a screen shows it already. */
export function Row({ className = '', children, ...target }: RowProps) {
  const hrefOf = useRecordHref()
  const address = 'to' in target ? target.to : hrefOf(target.kind, target.id)
  const href = address && 'part' in target && target.part ? `${address}#${target.part}` : address
  return href === null ? (
    <div className={className} data-still>
      {children}
    </div>
  ) : (
    <Link className={className} to={href}>
      {children}
    </Link>
  )
}
