import type { ComponentType } from 'react'
import { useFormats } from '@/shared/ui/use-formats'
import { GuardedScreen } from './guarded-screen'
import type { ScreenRoute } from './route-sets/route'

type Part = { Component: ComponentType }

/**
 * A screen whose code is fetched when it is first opened. Code that cannot be had is an error of this screen, told in
 * its place: for a `lazy` that rejects the router would show nothing at all, not even the furniture.
 */
export const lazyScreen = (route: ScreenRoute, load: () => Promise<Part>) => async (): Promise<Part> => {
  const { Component } = await load().catch(brokenPart)
  return {
    Component: () => {
      useFormats()
      return (
        <GuardedScreen route={route}>
          <Component />
        </GuardedScreen>
      )
    },
  }
}

const brokenPart = (reason: unknown): Part => ({
  Component: () => {
    throw reason instanceof Error ? reason : new Error(String(reason))
  },
})
