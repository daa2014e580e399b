import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { uuidOf } from '@/shared/domain/records/uuid'
import { withTexts, type WithTexts } from '@/shared/domain/texts/papers/load'
import { type Note, readNote } from '@/documents/paper/delivery-note'

const reader = z.object({ client_language: z.string().nullish() })

/** A delivery note with the language that its client chose; the paper keeps the one that it was handed over in. */
export type PublicNote = { note: WithTexts<Note>; clientLanguage: string | null }

/** A delivery note by its public link; null when the link opens nothing. `isDrop`: of one drop. */
export const noteQuery = (uuid: string, isDrop: boolean) =>
  queryOptions({
    queryKey: ['delivery-note', uuid, isDrop],
    queryFn: async ({ signal }): Promise<PublicNote | null> => {
      const id = uuidOf(uuid)
      if (id === null) return null
      const { data } = await db
        .rpc(isDrop ? 'get_public_partial_delivery' : 'get_public_delivery', { p_uuid: id })
        .abortSignal(signal)
        .throwOnError()
      const note = readNote(data)
      if (note === null) return null
      return { note: await withTexts(note), clientLanguage: reader.parse(data).client_language ?? null }
    },
  })
