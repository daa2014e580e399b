import type { ComponentType } from 'react'
import { useParams } from 'react-router-dom'
import { useFormats } from '@/shared/hooks/use-formats'
import { GuardedScreen } from './guarded-screen'
import type { ScreenCode, ScreenRoute } from '../route-sets/route'

type Part = { Component: ComponentType }

/**
 * A screen whose code is fetched when it is first opened. Code that cannot be had is an error of this screen, told in
 * its place: for a `lazy` that rejects the router would show nothing at all, not even the frame.
 */
export const lazyScreen = (route: ScreenRoute, load: ScreenCode) => async (): Promise<Part> => {
  const Screen = await load().catch(brokenScreen)
  return {
    Component: () => {
      const parameters = filled(useParams())
      useFormats()
      return (
        <GuardedScreen route={route}>
          <Screen key={Object.values(parameters).join(' ')} {...parameters} />
        </GuardedScreen>
      )
    },
  }
}

const brokenScreen = (reason: unknown) => (): never => {
  throw reason instanceof Error ? reason : new Error(String(reason))
}

/** The filled parameters of the path, without the wildcard. */
const filled = (parameters: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => (value && name !== '*' ? [[name, value]] : [])),
  )
