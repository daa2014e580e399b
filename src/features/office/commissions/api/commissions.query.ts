import type { PageRequest } from '@/kit/list/define-list'
import { pageOf } from '@/kit/list/keyset'
import { db } from '@/shared/db/client'
import type { commissionFilters } from '../commissions'

export type Commission = {
  id: string
  user_id: string
  status: string
  basis: string
  pct: string
  amount: string
  paid_on: string | null
  created_at: string
  order: { id: string; order_number: string; project_title: string | null }
}

/** One page of commissions. Amounts are decimal text. */
export function readCommissions({ filter, ...page }: PageRequest<typeof commissionFilters>) {
  let query = db.from('designer_commissions').select(
    `id, user_id, status, basis::text, pct::text, amount::text, paid_on, created_at,
      order:orders(id, order_number, project_title)`,
    page.after ? {} : { count: 'exact' },
  )
  if (filter.show !== 'all') query = query.eq('status', filter.show)
  if (filter.designer) query = query.eq('user_id', filter.designer)
  return pageOf<Commission>(query, page)
}
