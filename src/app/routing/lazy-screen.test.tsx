// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { SessionProvider } from '@/features/system/auth/session-provider'
import { leave, serve } from '@/features/system/auth/testing'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { lazyScreen } from './lazy-screen'
import { anybody, type ScreenCode, type ScreenRoute } from '../route-sets/route'
import { ErrorScreen } from '../shell/failures/error-screen'
import { ViewerProvider } from '../viewer/viewer'

afterEach(leave)

const route: ScreenRoute = {
  kind: 'screen',
  path: '/terms',
  title: 'Terms',
  part: 'company',
  guard: anybody,
  frame: 'public',
  load: async () => () => null,
}

function open(load: ScreenCode) {
  serve({})
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const router = createMemoryRouter(
    [
      {
        element: (
          <>
            <p>The furniture</p>
            <Outlet />
          </>
        ),
        HydrateFallback: LoadingScreen,
        children: [
          { path: '/', element: <p>Home</p> },
          { path: '/terms', errorElement: <ErrorScreen inside />, lazy: lazyScreen(route, load) },
        ],
      },
    ],
    { initialEntries: ['/'] },
  )
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <SessionProvider>
          <ViewerProvider>
            <RouterProvider router={router} />
          </ViewerProvider>
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return router.navigate('/terms')
}

test('a screen whose code cannot be fetched says so in its place, inside the furniture', async () => {
  await open(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/terms.js')))
  expect(await screen.findByText('This page could not be loaded')).toBeTruthy()
  expect(screen.getByText('The furniture')).toBeTruthy()
})

test('a screen whose code came is shown', async () => {
  await open(async () => () => <h1>The terms</h1>)
  expect(await screen.findByRole('heading', { name: 'The terms' })).toBeTruthy()
})
