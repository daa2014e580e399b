// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { TaskStatus } from './task-status'

afterEach(cleanup)

const iconOf = (status: string) => {
  render(
    <MantineProvider env="test">
      <TaskStatus status={status} />
    </MantineProvider>,
  )
  const icon = document.querySelector('svg')?.getAttribute('class')?.split(' ').at(-1)
  cleanup()
  return icon
}

test('spec 2 §4: every status has an icon of its own, any other value a neutral one', () => {
  expect(['completed', 'in_progress', 'pending', 'other', 'waiting for paint', 'constructor'].map(iconOf)).toEqual([
    'tabler-icon-circle-check',
    'tabler-icon-progress',
    'tabler-icon-circle-dashed',
    'tabler-icon-circle',
    'tabler-icon-circle',
    'tabler-icon-circle',
  ])
})

test('a status is said in words, a strange one as it stands', () => {
  render(
    <MantineProvider env="test">
      <TaskStatus status="in_progress" />
      <TaskStatus status="waiting for paint" />
    </MantineProvider>,
  )
  expect([screen.getByText('In progress'), screen.getByText('waiting for paint')]).toHaveLength(2)
})
