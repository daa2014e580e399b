import { useCallback } from 'react'
import type { Notice } from '@/shared/domain/records/notification'
import { useRecordLooks } from '@/shared/ui/page/record-links'

/** The link of a notice (spec 2 §4), to the part of the record that it tells of; null for a notice without a record. */
export function useNoticeHref(): (notice: Notice) => string | null {
  const looks = useRecordLooks()
  return useCallback(
    ({ target }) => {
      const address = target && looks(target.kind)?.address(target.id)
      return address ? address + (target.part ? `#${target.part}` : '') : null
    },
    [looks],
  )
}
