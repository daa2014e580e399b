import { useLive } from '@/kit/live/use-live'
import { topics } from '@/shared/domain/records/nudge'
import { useRights } from '@/shared/hooks/current-user'
import { officeKey } from './api/office.query'

/** Changes of the site by colleagues and visitors, on the screens of the office. */
export function useLiveOffice(): void {
  const { role } = useRights()
  useLive(
    officeKey,
    role
      ? [
          { topic: topics.role(role), tables: ['blog_posts', 'reviews', 'banners'] },
          { page: 'quotations', tables: ['services'] },
        ]
      : [],
  )
}
