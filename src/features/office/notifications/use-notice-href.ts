import { useCallback } from 'react'
import type { Notice } from '@/shared/domain/records/notification'
import { useRecordLooks } from '@/shared/ui/page/record-links'

/** Where a click on a notice leads (spec 2 §4), also while that screen is planned; null for a notice about no record. */
export function useNoticeHref(): (notice: Notice) => string | null {
  const looks = useRecordLooks()
  return useCallback(({ target }) => (target ? (looks(target.kind)?.address(target.id) ?? null) : null), [looks])
}
