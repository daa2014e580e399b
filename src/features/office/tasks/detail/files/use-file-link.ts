import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fileLinkQuery } from '@/features/office/tasks/api/detail/file-link.query'

/** A link younger than this that does not open its file is not at fault: another one would not open it either. */
const triedLately = 60_000

/**
 * A link to a stored file, made when it is shown. Links end after an hour (spec 2 §9): when a file can no longer be
 * read, a new link is made. `isBroken`: a new link does not help, because the file is gone or the browser cannot show
 * its type.
 */
export function useFileLink(stored: string) {
  const link = useQuery(fileLinkQuery(stored))
  const [isBroken, setBroken] = useState(false)
  return {
    url: link.data,
    isPending: link.isPending,
    isBroken: isBroken || link.isError,
    onError() {
      if (Date.now() - link.dataUpdatedAt > triedLately) void link.refetch()
      else setBroken(true)
    },
  }
}
