// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { memoryOfVisit } from '@/shared/lib/memory'
import { draftOf } from '@/shared/hooks/draft'
import { signOutHere } from './session.actors'
import { leave, maria, serve, storeSession } from './testing'

afterEach(leave)

test('a sign-out takes the names of records that were looked at, and leaves what was typed', async () => {
  const seen = memoryOfVisit(maria.id, 'palette', z.string())
  const typed = draftOf(maria.id, 'task', z.string())
  serve({})
  storeSession()
  seen.keep('Rossi')
  typed.keep('Shop front')
  await signOutHere()
  expect([seen.read(), typed.read()]).toEqual([null, 'Shop front'])
  typed.forget()
})
