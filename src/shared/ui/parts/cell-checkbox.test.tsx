// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { CellCheckbox } from './cell-checkbox'

afterEach(cleanup)

const show = (disabled: boolean) => {
  const changed = vi.fn()
  render(
    <MantineProvider env="test">
      <CellCheckbox aria-label="Edit Tasks" checked={false} disabled={disabled} onChange={changed} />
    </MantineProvider>,
  )
  return { changed, beside: screen.getByRole('checkbox', { name: 'Edit Tasks' }).closest('label') ?? document.body }
}

test('a press beside the box turns it once, as one on it does', async () => {
  const { changed, beside } = show(false)
  await userEvent.click(beside)
  expect(changed).toHaveBeenCalledTimes(1)
  await userEvent.click(screen.getByRole('checkbox'))
  expect(changed).toHaveBeenCalledTimes(2)
})

test('a box that is locked stays so', async () => {
  const { changed, beside } = show(true)
  await userEvent.click(beside)
  expect(changed).not.toHaveBeenCalled()
})
