import { useQuery } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { saveCsv } from '@/shared/lib/save-file'
import { staffQuery } from '../api/staff.query'
import { readAllTasks, type TaskFilter } from '../api/tasks.query'
import { sayError } from '../detail/toasts'
import { dateField } from './due'
import { tasksToCsv } from './tasks-csv'

/** Exports every task of the filter as CSV, also the rows not loaded yet. */
export function useExport(filter: TaskFilter) {
  const staff = useQuery(staffQuery)
  return useActMutation({
    mutationFn: async () => {
      const csv = tasksToCsv(await readAllTasks(filter), staff.data ?? [])
      saveCsv(`tasks-${dateField(new Date().toISOString())}.csv`, csv)
    },
    onError: () => sayError('The tasks could not be exported', 'Error'),
  })
}
