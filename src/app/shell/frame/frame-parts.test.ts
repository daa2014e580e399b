import { expect, test } from 'vitest'
import { type FrameParts, framePartsAt } from './frame-parts'

const whole: FrameParts = { menus: true, footer: true, topBar: 'flowing' }

test.each<[string, FrameParts]>([
  ['/dashboard', whole],
  ['/calendar', { menus: true, footer: false, topBar: 'fixed' }],
  ['/calendars', whole],
  ['/jobs/job-types', whole],
  ['/jobs/job-types/12', { ...whole, menus: false }],
  ['/jobs/job-types/12/materials', { ...whole, menus: false }],
  ['/jobs/job-types/12/edit', whole],
  ['/jobs/job-types/edit/12', whole],
  ['/jobs/job-types-old/12', whole],
])('the furniture at %s', (path, furniture) => expect(framePartsAt(path)).toEqual(furniture))
