import { expect, test } from 'vitest'
import { activityWords } from './activity-words'
import type { ActivityKind } from './api/recent-activity.query'

const words = (kind: ActivityKind, actor: string | null) =>
  activityWords({ at: '2026-11-20T10:00:00Z', kind, id: '1', title: '', actor })

test('what happened is said with whoever did it, and without where nobody is known', () => {
  expect([
    words('comment', 'Maria Rossi'),
    words('task', null),
    words('delivered', null),
    words('business', null),
  ]).toEqual(['Maria Rossi commented', 'New task', 'Delivered', 'New business'])
})
