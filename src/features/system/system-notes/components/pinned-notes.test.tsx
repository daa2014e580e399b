// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { noted } from '../testing'
import { PinnedNotes, usePinnedNotes } from './pinned-notes'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function Strip() {
  const { notes, isLoading } = usePinnedNotes()
  return isLoading ? <p>Reading</p> : <PinnedNotes notes={notes} href="/system-notes" />
}

const open = (notes: (typeof noted)[]) => {
  serve(() => ({ body: notes }))
  showTo(
    'admin',
    <MemoryRouter>
      <Strip />
    </MemoryRouter>,
  )
}

test('three pinned notes stand in the strip, and it says how many more there are', async () => {
  open(['1', '2', '3', '4'].map((id) => ({ ...noted, id, title: `Note ${id}` })))
  expect(await screen.findByText('Note 3')).toBeTruthy()
  expect(screen.queryByText('Note 4')).toBeNull()
  expect(screen.getByText('1 more pinned')).toBeTruthy()
})

test('where nothing is pinned nothing is shown', async () => {
  open([{ ...noted, pinned: false }])
  await vi.waitFor(() => expect(screen.queryByText('Reading')).toBeNull())
  expect(screen.queryByLabelText('Pinned notes')).toBeNull()
})
