// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { createTestModel } from '@xstate/test'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { everyArrow } from '../../../../../tests/models/arrows'
import { readyUndoModel } from '../../../../../tests/models/ready-undo.model'
import { fakeBackend, maria, mark, readAgain, show, staff, task } from './testing'
import { TaskPeople } from './task-people'

/** What happens in the moment before an answer is walked with the machine alone. */
const withMachineOnly = [
  'markUnanswered',
  'markOffline',
  'markBesideRead',
  'markInVainBesideOther',
  'undoUnanswered',
  'undoOffline',
  'undoInVainBesideOther',
]
const paths = everyArrow(createTestModel(readyUndoModel)).filter(
  ({ steps }) => !steps.some(({ event }) => withMachineOnly.includes(event.type)),
)
const sentences = ['Failed to mark as ready. Please try again.', 'Failed to unmark as ready. Please try again.']

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  notifications.clean()
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Row = { user_id: string; ready: boolean; updated_at: string }

/** The people of a task as Mark sees them, over a backend that keeps the marks. */
function openTask() {
  const rows = new Map<string, Row>()
  const server = { accepts: true }
  const set = (userId: string, ready: boolean) =>
    rows.set(userId, { user_id: userId, ready, updated_at: new Date().toISOString() })
  fakeBackend()
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => {
    if (init.method !== 'POST') return Response.json([...rows.values()])
    if (!server.accepts) return Response.json({ message: 'refused' }, { status: 500 })
    const { user_id, ready } = JSON.parse(String(init.body))
    set(user_id, ready)
    return new Response(null, { status: 201 })
  })
  const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time))
  const open = async () => {
    show(<TaskPeople task={task} staff={staff} />, { as: mark, marks: [...rows.values()] })
    await pass(20)
  }
  const forget = async () => {
    act(() => notifications.clean())
    await pass(400)
  }
  return {
    open,
    pass,
    forget,
    async press(name: string, accepted: boolean) {
      server.accepts = accepted
      await forget()
      fireEvent.click(screen.getByRole('button', { name }))
      await pass(20)
    },
    /** A person's mark changes elsewhere, and this screen gets the change. */
    async elsewhere(userId: string, ready: boolean) {
      set(userId, ready)
      readAgain()
      await pass(20)
    },
    async reopen() {
      await forget()
      cleanup()
      await open()
    },
  }
}

const shows = (offer: string | null, words: string[], isReady: boolean) => (): void => {
  const buttons = ['Mark me Ready', 'Undo Ready'].filter((name) => screen.queryByRole('button', { name }))
  expect({
    buttons,
    words: sentences.filter((sentence) => screen.queryByText(sentence)),
    isReady: screen.getByText('Mark Borg').closest('li')?.textContent.includes('Ready'),
  }).toEqual({ buttons: offer === null ? [] : [offer], words, isReady })
}

for (const path of paths) {
  test(`spec 2 §4: on the page: ${path.description}`, async () => {
    const page = openTask()
    await page.open()
    await path.test({
      events: {
        mark: () => page.press('Mark me Ready', true),
        markInVain: () => page.press('Mark me Ready', false),
        undo: () => page.press('Undo Ready', true),
        undoInVain: () => page.press('Undo Ready', false),
        waitTenSeconds: async () => {
          await page.forget()
          await page.pass(10_000)
        },
        otherTabMarks: () => page.elsewhere(mark, true),
        otherTabTakesItBack: () => page.elsewhere(mark, false),
        reopen: () => page.reopen(),
        colleagueMarks: () => page.elsewhere(maria, true),
      },
      states: {
        notReady: shows('Mark me Ready', [], false),
        takenBack: shows('Mark me Ready', [], false),
        undone: shows('Mark me Ready', [], false),
        markFailed: shows('Mark me Ready', [sentences[0] ?? ''], false),
        undoable: shows('Undo Ready', [], true),
        undoFailed: shows('Undo Ready', [sentences[1] ?? ''], true),
        ready: shows(null, [], true),
      },
    })
  })
}
