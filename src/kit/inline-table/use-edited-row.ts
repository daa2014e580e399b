import { useState } from 'react'
import { z } from 'zod'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { draftOf } from '@/shared/hooks/draft'
import { useDraftName } from '../form/use-record-form'
import type { SmallRecord, SmallTableDefinition } from './inline-definition'

/** The name of the drafts of a row. */
export const rowName = ({ table }: SmallTableDefinition, id: string) => `${table}-${id}`

/** The row whose form is open: at first the one that still holds something typed, so that leaving the page loses nothing. */
export function useEditedRow(of: SmallTableDefinition, rows: readonly SmallRecord[]) {
  const { id: me, rights } = useCurrentUser()
  const [chosen, choose] = useState<string | null>()
  // The same ending for each row: what was typed in one unit of lengths is not read again in another.
  const ending = useDraftName('', of.fields)
  const isKept = (row: SmallRecord) =>
    of.rights.change(rights, row, me) && draftOf(me, `${rowName(of, row.id)}${ending}`, z.unknown()).read() !== null
  return { edited: chosen === undefined ? (rows.find(isKept)?.id ?? null) : chosen, edit: choose }
}
