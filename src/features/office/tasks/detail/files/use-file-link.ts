import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fileLinkQuery } from '@/features/office/tasks/api/detail/file-link.query'

/** A link younger than this that does not open its file is not at fault: another one would not open it either. */
const triedLately = 60_000

/**
 * A link to a stored file, made when it is shown. Links end after an hour (spec 2 §9): when a file that stands open
 * longer can no longer be read, a fresh link is made. `isBroken` when a fresh one does not help: the file is gone, or
 * this browser cannot show its kind.
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
