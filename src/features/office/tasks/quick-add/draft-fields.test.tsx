// @vitest-environment happy-dom
import { Notifications } from '@mantine/notifications'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { draftMachine } from '@/machines/quick-add/draft.machine'
import { uploadMachine } from '@/machines/upload/upload.machine'
import { newId } from '@/shared/lib/new-id'
import { QuickAddForm } from './quick-add-form'
import { liveQuickAdd } from './quick-add.actors'
import { completeBrowser, serve, show } from './testing'

const onItsWay = draftMachine.provide({
  actors: { uploads: uploadMachine.provide({ actors: { transfer: fromCallback(() => {}) } }) },
})

beforeEach(() => {
  completeBrowser()
  serve(() => ({ body: [] }))
})
afterEach(cleanup)

const written = (name: string, type: string) => new File(['x'], name, { type })

test('spec 2 §5: several files that are dropped on a draft are on their way at once, and a strange one is refused in words', async () => {
  const actor = createActor(liveQuickAdd.provide({ actors: { draft: onItsWay } }), {
    input: { createdBy: 'maria', newId },
  }).start()
  actor.send({ type: 'dialog.open' })
  show(
    <>
      <Notifications />
      <QuickAddForm actor={actor} userId="maria" />
    </>,
  )
  const title = await screen.findByRole('textbox', { name: 'Title' })
  const files = [
    written('front.png', 'image/png'),
    written('offer.pdf', 'application/pdf'),
    written('run.exe', 'application/x-msdownload'),
  ]
  fireEvent.drop(title.closest('section') ?? title, { dataTransfer: { files, types: ['Files'] } })
  expect(await screen.findByText('run.exe: This type of file is not accepted')).toBeTruthy()
  const bars = screen.getAllByRole('progressbar', { hidden: true }).map((bar) => bar.getAttribute('aria-label'))
  expect(bars).toEqual(['Uploading front.png', 'Uploading offer.pdf'])
  expect(screen.getByRole('button', { name: 'Cancel front.png' })).toBeTruthy()
})

const colleagues = [{ user_id: 'petra', name: 'Petra', last_name: 'Sant', roles: ['team_member'] }]

test.each([
  [false, 'people.mentioned'],
  [true, 'audience.converted'],
])('a name that is typed by hand joins a private task (%s) as if it was picked: %s', async (isPrivate, said) => {
  serve(({ path }) => ({ body: path === '/rest/v1/contacts' ? colleagues : [] }))
  const actor = createActor(liveQuickAdd.provide({ actors: { draft: onItsWay } }), {
    input: { createdBy: 'maria', newId },
  }).start()
  const news: string[] = []
  actor.on('*', ({ type }) => news.push(type))
  actor.send({ type: 'dialog.open' })
  if (isPrivate) actor.send({ type: 'audience.makePrivate' })
  show(<QuickAddForm actor={actor} userId="maria" />)
  const title = await screen.findByRole('textbox', { name: 'Title' })
  fireEvent.change(title, { target: { value: 'Ask @petra san' } })
  await screen.findByText('Petra Sant will be added because of the mention.')
  expect([actor.getSnapshot().context.assignees, news]).toEqual([[], []])
  fireEvent.change(title, { target: { value: 'Ask @petra sant' } })
  const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create task' })
  await waitFor(() => expect(actor.getSnapshot().context.assignees).toEqual(['petra']))
  expect([news, create.disabled, actor.getSnapshot().hasTag('private')]).toEqual([[said], false, false])
})
