import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { uuidOf } from '@/shared/domain/records/uuid'
import { withTexts } from '@/shared/domain/texts/papers/load'
import { readNote } from '@/documents/paper/delivery-note'

/** A delivery note by its public link; null when the link opens nothing. `isDrop`: of one drop. */
export const noteQuery = (uuid: string, isDrop: boolean) =>
  queryOptions({
    queryKey: ['delivery-note', uuid, isDrop],
    queryFn: async ({ signal }) => {
      const id = uuidOf(uuid)
      if (id === null) return null
      const { data } = await db
        .rpc(isDrop ? 'get_public_partial_delivery' : 'get_public_delivery', { p_uuid: id })
        .abortSignal(signal)
        .throwOnError()
      const note = readNote(data)
      return note && withTexts(note)
    },
  })
