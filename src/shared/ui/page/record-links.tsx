import { Anchor, type AnchorProps } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { createContext, type ReactNode, useCallback, useContext } from 'react'
import { Link } from 'react-router-dom'
import type { RecordKind } from '@/shared/domain/records/record-kind'
import type { Rights } from '@/shared/domain/people/permission'
import { unbroken } from '../parts/unbroken'

/** The look and address of a kind of record. The app describes each kind once, in `src/app/record-kinds.tsx`. */
export type RecordLook = {
  icon: TablerIcon
  /** `Quotation`. */
  one: string
  /** `Quotations`. */
  many: string
  /** The heading under which searches show it: people and businesses share `Contacts`. */
  group: string
  /** True when these rights open records of this kind. */
  maySee: (rights: Rights) => boolean
  /** The address of one record; null for a kind without a screen. */
  address: (id: string) => string | null
  /** Converts the detail of a search result: `in_progress` is `In progress`. */
  detail?: (detail: string) => string
}

export type RecordLooks = (kind: RecordKind) => RecordLook | null

/** Filled by the app. Without it no record has an address. */
export const RecordLooksContext = createContext<RecordLooks>(() => null)

export const useRecordLooks = (): RecordLooks => useContext(RecordLooksContext)

/** The address of a record by its kind and id; null where no screen shows it. */
export function useRecordHref(): (kind: RecordKind, id: string) => string | null {
  const looks = useRecordLooks()
  return useCallback((kind, id) => looks(kind)?.address(id) ?? null, [looks])
}

type RecordLinkProps = AnchorProps & {
  kind: RecordKind
  id: string
  /** The query part of the address: `?tab=bank`. */
  search?: string
  children: ReactNode
}

/** A link to a record, or only its words where no screen shows it. */
export function RecordLink({ kind, id, search = '', children, ...look }: RecordLinkProps) {
  const href = useRecordHref()(kind, id)
  return href === null ? (
    <>{unbroken(children)}</>
  ) : (
    <Anchor component={Link} to={href + search} {...look}>
      {unbroken(children)}
    </Anchor>
  )
}
