import { IconArchive, IconArchiveOff } from '@tabler/icons-react'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { type SeenRow, saveInto, type VersionedTable } from '../save/save-row'
import type { RecordAction } from './record-page'

type Archiving = {
  table: VersionedTable
  /** The record in sentences: `this product`. */
  what: string
  row: SeenRow & { archived_at: string | null }
  /** The key of the queries that show the record. */
  queryKey: QueryKey
}

/** Puts a record into the archive and brings it back: the entry of the menu of its page, and why that failed. */
export function useArchiving({ table, what, row, queryKey }: Archiving) {
  const queryClient = useQueryClient()
  const isArchived = row.archived_at !== null
  const archiving = useActMutation({
    mutationFn: () =>
      saveInto({ table, what, row, values: { archived_at: isArchived ? null : new Date().toISOString() } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  const action: RecordAction = {
    label: isArchived ? 'Bring back from the archive' : 'Archive',
    icon: isArchived ? <IconArchiveOff size={18} aria-hidden /> : <IconArchive size={18} aria-hidden />,
    onClick: () => archiving.mutate(),
    isBusy: archiving.isPending,
  }
  return { isArchived, action, notice: archiving.isError ? <Problem>{saveProblem(archiving.error)}</Problem> : null }
}
