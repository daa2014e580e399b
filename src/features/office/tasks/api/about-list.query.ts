import { queryOptions } from '@tanstack/react-query'
import { tasksKey } from './tasks.query'

/** What a list of tasks about one record says of it. Its code comes with the first such list: it checks what it reads by zod. */
export const beginningQuery = (recordKey: string | null) =>
  queryOptions({
    queryKey: [...tasksKey, 'about', recordKey],
    enabled: recordKey !== null,
    queryFn: async () => {
      const { readBeginning } = await import('./about-record.query')
      return recordKey === null ? null : readBeginning(recordKey)
    },
  })
