import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { useLiveRights } from '@/features/system/rights/use-live-rights'

/** Keeps the person's rights fresh, and reports when they could not be read. */
export function LiveRights({ userId }: { userId: string }) {
  const { adminProblem } = useLiveRights(userId)
  const text = adminProblem?.text
  const detail = adminProblem?.detail
  useEffect(() => {
    if (text) notifications.show({ id: 'admin-problem', color: 'red', title: text, message: detail })
  }, [text, detail])
  return null
}
