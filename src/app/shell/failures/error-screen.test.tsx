// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FrameWords } from '../frame/words/frame-words'
import { ErrorScreen } from './error-screen'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Broken(): never {
  throw new Error('lines is undefined')
}
const router = () => createMemoryRouter([{ path: '/', element: <Broken />, errorElement: <ErrorScreen inside /> }])
const show = (page: React.ReactNode) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>{page}</QueryClientProvider>
    </MantineProvider>,
  )

test.each([
  ['de', 'Diese Seite hat wegen eines Fehlers bei uns angehalten. Bitte laden Sie sie neu oder fragen Sie uns.'],
  ['en', 'This page stopped because of a fault of ours. Please load it again, or ask us.'],
])('a page of clients that broke says so in %s, without the message of the error', async (language, words) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([language])
  show(
    <FrameWords>
      <RouterProvider router={router()} />
    </FrameWords>,
  )
  await screen.findByText(words)
  expect(document.body.textContent).not.toContain('lines is undefined')
})

test('staff read the message of the error', async () => {
  show(<RouterProvider router={router()} />)
  await screen.findByText('The page stopped with this message: lines is undefined')
})
