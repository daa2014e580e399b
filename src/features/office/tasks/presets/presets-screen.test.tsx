// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { PresetsScreen } from './presets-screen'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const preset = (id: string, title: string, created_by: string) => ({
  id,
  title,
  created_by,
  every: 'week',
  weekdays: [1, 2, 3, 4, 5],
  assignees: [],
  roles: ['sales'],
  row_version: 1,
})

test('a preset says its days, and only its author and who may change tasks have its buttons', async () => {
  serve(({ path }) => ({
    body: path.includes('task_presets') ? [preset('p1', 'Clean the heads', 'me'), preset('p2', 'Bins', 'other')] : [],
  }))
  showTo(
    'sales',
    <MemoryRouter>
      <PresetsScreen />
    </MemoryRouter>,
    ['tasks'],
  )
  expect(await screen.findAllByText(/Mon to Fri/)).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Remove Clean the heads' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Bins/ })).toBeNull()
})
