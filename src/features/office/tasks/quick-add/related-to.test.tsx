// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { blankDraft, type DraftContent } from '@/machines/quick-add/draft-content'
import { draftMachine } from '@/machines/quick-add/draft.machine'
import { RelatedTo } from './related-to'
import { completeBrowser, serve, show } from './testing'

const client = { id: 'bakery', name: 'Bakery', company: null }
const quotation = { id: 'q', number: 'Q-2026-012' }

beforeEach(() => {
  completeBrowser()
  serve(() => ({ body: [] }))
})
afterEach(cleanup)

const relate = (content: Partial<DraftContent>) => {
  const draft = createActor(draftMachine, { input: { ...blankDraft('d'), ...content } }).start()
  show(<RelatedTo draft={draft} disabled={false} />)
  return draft
}
const location = () => screen.queryByLabelText<HTMLInputElement>('Location', { selector: 'input' })

test('spec 2 §8: a quotation that was made for nobody yet has no locations to choose from: Select contact first', () => {
  relate({ quotation })
  expect([location()?.placeholder, location()?.disabled]).toEqual(['Select contact first', true])
})

test('spec 2 §4: the location picker shows while the Select Quotation switch is off, the quotation search while it is on', async () => {
  const draft = relate({ client })
  expect([location() === null, screen.queryByRole('textbox', { name: 'Quotation' })]).toEqual([false, null])
  screen.getByRole('switch', { name: 'Select Quotation' }).click()
  expect(await screen.findByRole('textbox', { name: 'Quotation' })).toBeTruthy()
  expect([location(), draft.getSnapshot().value.related]).toEqual([null, 'clientQuotation'])
})
