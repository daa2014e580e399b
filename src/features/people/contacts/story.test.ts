import { expect, test } from 'vitest'
import { storyDetail, storyStatus } from './story'

test.each([
  ['quotation', 'change_requested', null, 'now: Change requested'],
  ['task', 'in_progress', null, 'now: In progress'],
  ['note', 'edited', 'edited', null],
  ['site', '12, Main Street', '12, Main Street', null],
  ['relation', 'works_for', null, null],
])('the line of a %s that is %s', (kind, detail, below, status) => {
  expect([storyDetail({ kind, detail }), storyStatus({ kind, detail })]).toEqual([below, status])
})
