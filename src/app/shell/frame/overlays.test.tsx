// @vitest-environment happy-dom
import { getDefaultZIndex, MantineProvider } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Overlays } from './overlays'

afterEach(cleanup)

test('a toast is above a dialog, and under an open menu or picker', async () => {
  render(
    <MantineProvider>
      <Overlays />
    </MantineProvider>,
  )
  notifications.show({ message: 'Saved' })
  const toasts = (await screen.findByText('Saved')).closest<HTMLElement>('[data-position]')
  const height = Number(toasts?.style.getPropertyValue('--notifications-z-index'))
  expect(height).toBeGreaterThan(getDefaultZIndex('modal'))
  expect(height).toBeLessThan(getDefaultZIndex('popover'))
})
