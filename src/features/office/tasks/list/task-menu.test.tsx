// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { TaskMenu } from './task-menu'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const task = {
  id: '00000000-0000-4000-8000-000000000001',
  title: 'Neon',
  status: 'pending',
  created_by: 'me',
  assignees: ['me'],
  created_at: '2026-11-20T10:00:00Z',
  due_at: null,
  reminder_hours: 18,
  contact: null,
}

function open() {
  serve(() => ({}))
  const moved = vi.fn()
  const user = showTo(
    'admin',
    <MemoryRouter>
      <TaskMenu task={task} onMove={(_, status) => moved(status)} onChoose={() => {}} />
    </MemoryRouter>,
  )
  return { user, moved, button: screen.getByRole('button', { name: 'Actions for Neon' }) }
}

test('the first click opens the menu, and the button stays the same one', async () => {
  const { user, moved, button } = open()
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await user.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  await user.click(await screen.findByRole('menuitem', { name: 'Move to Completed', hidden: true }))
  expect(moved).toHaveBeenCalledWith('completed')
  expect([button.isConnected, button.getAttribute('aria-expanded')]).toEqual([true, 'false'])
})

test('by the keyboard it opens, and Escape leads back to the button', async () => {
  const { user, button } = open()
  await user.tab()
  expect(document.activeElement).toBe(button)
  await user.keyboard('{Enter}')
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).not.toBe(button)
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(document.activeElement).toBe(button))
})

test('a second click closes it', async () => {
  const { user, button } = open()
  await user.click(button)
  await user.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('false')
})
