// @vitest-environment happy-dom
import { notifications, notificationsStore } from '@mantine/notifications'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { noRights } from '@/shared/domain/people/permission'
import { CurrentUserContext } from './current-user'
import { draftOf, forgetOldDrafts } from './draft'
import { useKeptEdits } from './kept-edits'

const day = 24 * 60 * 60 * 1000
const banner = { title: 'Banner', size: '' }

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
})

/** A form over a stored record, as one person has it open in one tab. */
function open({ as = 'petra', of = 'banner', stored = banner } = {}) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <CurrentUserContext value={{ id: as, email: '', name: '', avatarUrl: null, rights: noRights }}>
      {children}
    </CurrentUserContext>
  )
  const { result, rerender } = renderHook((props) => useKeptEdits(props.of, props.stored), {
    wrapper,
    initialProps: { of, stored },
  })
  return {
    values: () => result.current.values,
    type: (field: 'title' | 'size', text: string) => act(() => result.current.put(field, text)),
    save: () => act(() => result.current.forgetKept()),
    cancel: () => act(() => result.current.forget()),
    turnTo: (next: { of: string; stored: typeof banner }) => rerender(next),
    kept: () => result.current,
  }
}

test('what is typed survives a reload, and nothing of it does a save or a cancel', () => {
  const form = open()
  form.type('size', '3 m')
  expect(open().values()).toEqual({ title: 'Banner', size: '3 m' })
  form.save()
  expect(form.values()).toEqual({ title: 'Banner', size: '3 m' })
  expect([open().values(), localStorage.length]).toEqual([banner, 0])

  form.type('size', '4 m')
  form.cancel()
  expect([form.values(), open().values(), localStorage.length]).toEqual([banner, banner, 0])
})

test('several fields at once are one change, and the stored value is no edit', () => {
  const form = open()
  act(() => {
    form.kept().put('title', 'Banner, white')
    form.kept().put('size', '3 m')
  })
  expect(open().values()).toEqual({ title: 'Banner, white', size: '3 m' })
  form.type('title', 'Banner')
  expect(open().kept().edits).toEqual({ size: { from: '', to: '3 m', about: null } })
})

test('another person on this browser does not see it', () => {
  open().type('size', '3 m')
  expect(open({ as: 'mark' }).values()).toEqual(banner)
})

test('a form that turns to another record shows and keeps that one', () => {
  const form = open()
  form.type('size', '3 m')
  const poster = { title: 'Poster', size: 'A2' }
  form.turnTo({ of: 'poster', stored: poster })
  expect(form.values()).toEqual(poster)
  form.type('size', 'A1')
  expect([open().values().size, open({ of: 'poster', stored: poster }).values().size]).toEqual(['3 m', 'A1'])
})

test('a save in one tab leaves what was typed in another', () => {
  vi.useFakeTimers({ now: 0 })
  const [left, right] = [open(), open()]
  left.type('size', '3 m')
  vi.setSystemTime(1)
  right.type('title', 'Poster')
  left.save()
  expect(open().values()).toEqual({ title: 'Poster', size: '' })
  right.save()
  expect(open().values()).toEqual(banner)
})

test.each(['', '{', '7', '{"keptAt":"now","value":{}}', '{"keptAt":1,"value":"3 m"}'])('damaged: %s', (text) => {
  open().type('size', '3 m')
  const [key = ''] = Object.keys(localStorage)
  localStorage.setItem(key, text)
  const form = open()
  expect(form.values()).toEqual(banner)
  form.type('size', '4 m')
  expect(open().values().size).toBe('4 m')
})

test('a draft that nobody touched for 30 days is forgotten, whoever’s it is; other keys stay', () => {
  vi.useFakeTimers({ now: 0 })
  open().type('size', '3 m')
  vi.setSystemTime(20 * day)
  open({ as: 'mark' }).type('size', '5 m')
  localStorage.setItem('other', '1')

  vi.setSystemTime(30 * day)
  forgetOldDrafts()
  expect(open().values().size).toBe('3 m')
  vi.setSystemTime(30 * day + 1)
  expect(open().values()).toEqual(banner)
  forgetOldDrafts()
  expect(localStorage.length).toBe(2)
  expect(open({ as: 'mark' }).values().size).toBe('5 m')
})

test('a browser that keeps nothing is told once, and the form goes on', () => {
  notifications.clean()
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    },
  })
  const form = open()
  form.type('size', '3')
  form.type('size', '3 m')
  draftOf('petra', 'note', z.string()).keep('Closed')
  expect(form.values().size).toBe('3 m')
  expect(notificationsStore.getState().notifications.map(({ title, message }) => [title, message])).toEqual([
    [
      'This browser cannot keep what you type',
      'Its storage is full or blocked. Save before you leave or reload this page.',
    ],
  ])
  vi.unstubAllGlobals()
})
