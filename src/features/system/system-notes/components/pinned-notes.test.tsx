// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { noted } from '../testing'
import { PinnedNotes } from './pinned-notes'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const kept = () =>
  document.querySelector<HTMLElement>('.mantine-Skeleton-root')?.style.getPropertyValue('--skeleton-height')

const open = (notes: (typeof noted)[]) => {
  serve(() => ({ body: notes }))
  showTo(
    'admin',
    <MemoryRouter>
      <PinnedNotes href="/system-notes" />
    </MemoryRouter>,
  )
}

test('what the notes took the last time is kept free until they come, so that the day below does not jump', async () => {
  localStorage.setItem('signwright-visit:me:room-of-pinned-notes', '94')
  open([noted])
  expect(kept()).toContain('5.875rem')
  expect(await screen.findByText('Closed on Friday')).toBeTruthy()
  expect(kept()).toBeUndefined()
})

test('where nothing was pinned nothing is kept free', async () => {
  open([{ ...noted, pinned: false }])
  expect(kept()).toBeUndefined()
  await vi.waitFor(() => expect(localStorage.getItem('signwright-visit:me:room-of-pinned-notes')).toBe('0'))
  expect(screen.queryByText('Closed on Friday')).toBeNull()
})
