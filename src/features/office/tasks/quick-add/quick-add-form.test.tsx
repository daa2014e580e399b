// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { newId } from '@/shared/lib/new-id'
import { worstTitles } from '../../../../../tests/contract/bad-input/worst'
import { QuickAddForm } from './quick-add-form'
import { liveQuickAdd } from './quick-add.actors'
import { completeBrowser, type Sent, serve, show } from './testing'

let sent: Sent[]
let news: unknown[] = []
const actor = createActor(liveQuickAdd, { input: { createdBy: 'maria', newId } })

beforeAll(async () => {
  completeBrowser()
  sent = serve(({ method, path }) =>
    method === 'POST' && path === '/rest/v1/tasks'
      ? { status: 400, body: { code: '23514', message: 'Not today' } }
      : { body: [] },
  )
  actor.start()
  actor.on('*', (one) => news.push(one))
  actor.send({ type: 'dialog.open' })
  actor.send({ type: 'audience.makePrivate' })
  show(<QuickAddForm actor={actor} userId="maria" />)
  await screen.findByRole('textbox', { name: 'Title' })
})
afterAll(cleanup)

const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' })
const create = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create task' })
const creations = () => sent.filter(({ method, path }) => method === 'POST' && path === '/rest/v1/tasks')

test('there are fifty of them', () => {
  expect(worstTitles).toHaveLength(50)
})

test.each(worstTitles)(
  'spec 2 §4, §5: $what as a title is $is, and stays in its field when it is refused',
  async (worst) => {
    const before = creations().length
    news = []
    fireEvent.change(title(), { target: { value: worst.typed } })
    const typed = title().value
    if (worst.is !== 'created') {
      expect(create().disabled).toBe(true)
      expect(screen.queryByText(/^Use at most/)?.textContent).toBe(worst.is === 'too long' ? worst.says : undefined)
      fireEvent.submit(create().closest('form') ?? create())
      expect([title().value, creations().length]).toEqual([typed, before])
      return
    }
    fireEvent.click(create())
    await waitFor(() => expect(create().disabled).toBe(false))
    expect(creations().slice(before)).toMatchObject([{ body: { title: worst.as, assignees: [] } }])
    expect([news, title().value]).toEqual([[{ type: 'tasks.failed', reason: 'Not today' }], typed])
  },
)
