// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { OpenQuestions } from './open-questions'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const question = (place: number) => ({
  kind: 'invoice',
  record_id: `i${place}`,
  label: `INV-${place}`,
  client: 'Nova Signs',
  name: 'Carla',
  words: `Question ${place}`,
  asked_at: '2026-11-28T09:00:00Z',
  part: `question-${place}`,
})

test('the oldest five questions are shown, and all of them when asked for', async () => {
  const user = userEvent.setup()
  serve(() => ({ body: [1, 2, 3, 4, 5, 6, 7].map(question) }))
  showTo(
    'admin',
    <MemoryRouter>
      <OpenQuestions now={Date.parse('2026-11-28T12:00:00Z')} />
    </MemoryRouter>,
  )
  expect(await screen.findByText('Question 5')).toBeTruthy()
  expect(screen.queryByText('Question 6')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show all 7 questions' }))
  expect(screen.getByText('Question 7')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Show all/ })).toBeNull()
})
