import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { daysBefore } from '@/shared/domain/money/tax-on'
import { dayAfter } from '@/shared/domain/time/days'
import { dashboardKey } from './dashboard-key'

/** The number of exemption certificates that end within the days from `today`, the company's day. */
export const endingCertificatesQuery = (today: string) =>
  queryOptions({
    queryKey: [...dashboardKey, 'ending-certificates', today],
    queryFn: async ({ signal }) => {
      const { count } = await db
        .from('exemption_certificates')
        .select('id', { count: 'exact', head: true })
        .gte('valid_to', today)
        .lte('valid_to', dayAfter(today, daysBefore))
        .abortSignal(signal)
        .throwOnError()
      return count ?? 0
    },
  })
